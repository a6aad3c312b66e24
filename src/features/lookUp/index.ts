export { type LookUpChoice, quoteLookUp, toLookUpChoices } from './lookUpChoices.ts';
