export type EnvValues = Readonly<Record<string, string>>;

/**
 * The text of a `.env` file with these values: a variable that it has is given its new value where it stands, others come at the
 * end. All other lines stay as they are.
 */
export function updateEnvText(text: string, values: EnvValues): string {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  const found = new Set<string>();
  const replaced = lines.map((line) => {
    const name = readVariableName(line);
    const value = name === undefined || !Object.hasOwn(values, name) ? undefined : values[name];
    if (name === undefined || value === undefined) {
      return line;
    }
    found.add(name);
    return `${/^\s*export\s/.test(line) ? 'export ' : ''}${name}=${value}`;
  });
  const added = Object.entries(values).flatMap(([name, value]) => (found.has(name) ? [] : [`${name}=${value}`]));
  return `${[...replaced, ...added].join(lineBreak)}${lineBreak}`;
}

export function listChangedEnvNames(text: string, values: EnvValues): readonly string[] {
  return Object.keys(values).filter((wanted) => {
    const line = text.split(/\r?\n/).findLast((one) => readVariableName(one) === wanted);
    return line !== undefined && line.slice(line.indexOf('=') + 1).trim() !== values[wanted];
  });
}

/** The variable that a line sets; undefined for a comment, a blank line and whatever else. */
function readVariableName(line: string): string | undefined {
  return /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1];
}
