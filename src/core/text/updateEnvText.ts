export type EnvValues = Readonly<Record<string, string>>;

/** Updates a `.env` file's variables in place and appends new ones. Doesn't change other lines. */
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

/** Undefined if the line doesn't set a variable. */
function readVariableName(line: string): string | undefined {
  return /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1];
}
