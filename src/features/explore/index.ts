export { isSectionId, presentSection } from './presentSection.ts';
export { type SectionRequest, listRecordSections } from './sections.ts';
