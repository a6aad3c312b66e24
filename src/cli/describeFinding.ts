import type { FixtureFinding } from '../features/fixtures/index.ts';

export const findingFormats = ['text', 'json', 'github'] as const;

export type FindingFormat = (typeof findingFormats)[number];

/** @param folder the prefix of file paths */
export function describeFinding(finding: FixtureFinding, folder: string, format: FindingFormat): string {
  const { file, severity, kind } = finding;
  const path = folder === '.' ? file : `${folder.replace(/[/\\]$/, '')}/${file}`;
  const message = toSafeTerminalLine(finding.message);
  switch (format) {
    case 'text':
      return `${toSafeTerminalLine(path)}: ${severity}: ${message}`;
    case 'json':
      return JSON.stringify({ file: path, severity, kind, message });
    case 'github': {
      const command = severity === 'note' ? 'notice' : severity;
      return `::${command} file=${escapeWorkflowText(path).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escapeWorkflowText(message)}`;
    }
  }
}

/** What a file says must neither begin another line nor move a terminal's cursor. */
export function toSafeTerminalLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function escapeWorkflowText(text: string): string {
  return toSafeTerminalLine(text).replaceAll('%', '%25');
}
