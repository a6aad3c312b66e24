/**
 * The diagnostics channel that hears of each answer that was held against the OpenAPI documents, so that a run can
 * count them without a word from the tests.
 */
export const answerCheckedChannel = 'social-data-test:answer-checked';
