/** VS Code's context keys; a missing one is undefined. */
export type ContextKeys = Readonly<Record<string, string | boolean | number | undefined>>;

const comparison = /([A-Za-z][\w.]*)(?:\s*(==|!=|=~|>|<)\s*(?:'([^']*)'|\/((?:\\.|\[(?:\\.|[^\]])*\]|[^/\\])+)\/|([\w./-]+)))?/g;

/** Evaluates a `when` clause like VS Code, where `&&` binds more than `||`. */
export function evaluateWhen(clause = 'true', keys: ContextKeys = {}): boolean {
  // only true, false, and signs are left
  let text = clause.replaceAll(comparison, (_all, name: string, operator?: string, ...[quoted, pattern, bare]: string[]) => {
    const value = name === 'true' || name === 'false' ? name === 'true' : keys[name];
    const expected = quoted ?? bare ?? '';
    switch (operator) {
      case undefined:
        return String(Boolean(value));
      case '=~':
        return String(new RegExp(pattern ?? '').test(String(value ?? '')));
      case '>':
        return String(Number(value) > Number(expected));
      case '<':
        return String(Number(value) < Number(expected));
      default:
        return String((String(value ?? '') === expected) === (operator === '=='));
    }
  });
  for (let before = ''; before !== text;) {
    before = text;
    text = text
      .replaceAll('!true', 'false')
      .replaceAll('!false', 'true')
      .replaceAll(/\((true|false)\)/g, '$1')
      .replace(/(true|false) && (true|false)/, (both) => String(!both.includes('false')))
      .replace(/(?<!&& )(true|false) \|\| (true|false)(?! &&)/, (either) => String(either.includes('true')));
  }
  if (text !== 'true' && text !== 'false') {
    throw new Error(`Can't read “${clause}”: “${text}” is left.`);
  }
  return text === 'true';
}
