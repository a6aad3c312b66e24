export { hasLeftFirstRow, RowsOnScreen } from './rowsOnScreen.ts';
export { type LookUpChoice, quoteLookUp, toLookUpChoices } from './lookUpChoices.ts';
