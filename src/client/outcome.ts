/** Whether a status is an answer that gives nothing to read: everything but 2xx. */
export function isErrorStatus(status: number): boolean {
  return status < 200 || status > 299;
}
