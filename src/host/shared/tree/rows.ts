import { PagedNode } from './pagedNode.ts';
import { RecordNode } from './recordNode.ts';
import type { RowFactory } from './treeNode.ts';

/** Makes the rows of records and of pages. */
export const rows: RowFactory = {
  record: (...parts) => new RecordNode(...parts),
  paged: (...parts) => new PagedNode(...parts),
};
