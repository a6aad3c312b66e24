import { SyntaxKind } from 'typescript/unstable/ast';
import { createScanner } from 'typescript/unstable/ast/scanner';

/** What a value ends with: a slash behind it divides. */
const endsOfValues: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.BigIntLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.ThisKeyword,
]);

/** The regular expressions that stand in a text of TypeScript as literals. */
export function regexLiterals(text: string): readonly string[] {
  const scanner = createScanner(true, undefined, text);
  const found: string[] = [];
  /** Whether each open brace is that of a template's placeholder. */
  const braces: boolean[] = [];
  let before = SyntaxKind.Unknown;
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFile; token = scanner.scan()) {
    if ((token === SyntaxKind.SlashToken || token === SyntaxKind.SlashEqualsToken) && !endsOfValues.has(before)) {
      token = scanner.reScanSlashToken();
      found.push(scanner.getTokenText());
    }
    if (token === SyntaxKind.CloseBraceToken && braces.pop() === true) token = scanner.reScanTemplateToken(false);
    if (token === SyntaxKind.TemplateHead || token === SyntaxKind.TemplateMiddle) braces.push(true);
    if (token === SyntaxKind.OpenBraceToken) braces.push(false);
    before = token;
  }
  return found;
}
