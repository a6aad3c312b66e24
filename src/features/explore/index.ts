export { isSectionId, presentSection, type SectionRequest, listRecordSections } from './sections.ts';
