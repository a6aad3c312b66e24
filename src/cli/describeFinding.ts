import type { FixtureFinding, FixtureProblem } from '../app/fixtures/checkFixtures.ts';
import type { FixtureFault } from '../app/fixtures/readFixture.ts';

export const findingFormats = ['text', 'json', 'github'] as const;

export type FindingFormat = (typeof findingFormats)[number];

/** @param folder the prefix of file paths */
export function describeFinding({ file, severity, problem }: FixtureFinding, folder: string, format: FindingFormat): string {
  const path = folder === '.' ? file : `${folder.replace(/[/\\]$/, '')}/${file}`;
  const message = toSafeTerminalLine(describeProblem(problem));
  switch (format) {
    case 'text':
      return `${toSafeTerminalLine(path)}: ${severity}: ${message}`;
    case 'json':
      return JSON.stringify({ file: path, severity, kind: problem.kind, message });
    case 'github': {
      const command = severity === 'note' ? 'notice' : severity;
      return `::${command} file=${escapeWorkflowText(path).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escapeWorkflowText(message)}`;
    }
  }
}

function describeProblem(problem: FixtureProblem): string {
  switch (problem.kind) {
    case 'fault':
      return describeFault(problem.fault);
    case 'edited':
      return 'it is not what was saved: its hash differs from that in its sidecar (--accept takes the edit)';
    case 'incomplete':
      return 'a save of it was interrupted: ask again and save over it';
    case 'notJson':
      return 'it is no JSON in UTF-8, or cut';
    case 'accepted':
      return 'its sidecar names what it was edited to';
    case 'contradiction':
      return problem.text;
    case 'shape':
      return `it is not what ${problem.endpoint} answers: ${problem.difference}`;
    case 'link':
      return 'it is a link, and links are not followed';
    case 'endpoint':
      return `there is no endpoint ${problem.id}`;
    case 'params':
      return `its parameters would be refused: ${problem.message}`;
    case 'key':
      return `it holds what looks like ${problem.what}`;
    case 'orphan':
      return 'no sidecar describes it';
    case 'unreadable':
      return `it cannot be read: ${problem.detail}`;
    case 'size':
      return `it has ${problem.bytes} bytes, more than ${problem.max}`;
    case 'age':
      return `it was saved ${problem.days} days ago, more than ${problem.max}`;
  }
}

function describeFault(fault: FixtureFault): string {
  switch (fault.reason) {
    case 'sidecar':
      return `it is no sidecar: ${fault.detail}`;
    case 'bodyUnreadable':
      return `its body ${fault.file} cannot be read: ${fault.detail}`;
  }
}

/** What a file says must neither begin another line nor move a terminal's cursor. */
export function toSafeTerminalLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function escapeWorkflowText(text: string): string {
  return toSafeTerminalLine(text).replaceAll('%', '%25');
}
