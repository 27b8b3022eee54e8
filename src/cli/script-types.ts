import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT_ROOT } from './project-root.ts';

const WRITTEN_OUT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.InTypeAlias |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/** Types the compiler must expand, because their parts are not visible outside. */
const INFERRED = /\bz\.|\btypeof\b/;

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration;

/** Each a single text without imports: all that its source exports and mentions. Takes some seconds. */
export function scriptTypes(sources: readonly string[]): string[] {
  const { config } = ts.readConfigFile(join(PROJECT_ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, PROJECT_ROOT);
  const roots = sources.map((source) => join(PROJECT_ROOT, source));
  const addons = ts.sys.readDirectory(join(PROJECT_ROOT, 'src/addons'), ['.ts'], undefined, ['*/schema.ts']);
  const program = ts.createProgram([...roots, ...addons], { ...options, types: ['vite/client'] });
  return roots.map((root) => new Declarations(program, root).text());
}

class Declarations {
  readonly #checker: ts.TypeChecker;
  readonly #exports: ts.Symbol[];
  readonly #known = new Map<string, TypeDeclaration>();
  readonly #written = new Map<string, string>();

  constructor(program: ts.Program, root: string) {
    this.#checker = program.getTypeChecker();
    const file = program.getSourceFile(root);
    const module = file && this.#checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${root} is not a module.`);
    this.#exports = this.#checker.getExportsOfModule(module);
    for (const one of program.getSourceFiles()) {
      if (!/\/src\/(addons|client|contract|embed|lib)\//.test(one.fileName)) continue;
      for (const node of one.statements) {
        const isType =
          ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
        if (isType && node.name) this.#known.set(node.name.text, node);
      }
    }
  }

  text(): string {
    const values = this.#exports.flatMap((symbol) => this.#value(symbol));
    for (const value of values) this.#follow(value);
    for (const { name } of this.#exports) this.#follow(name);
    return `${[...this.#written.values(), ...values].join('\n\n')}\n`;
  }

  #value(symbol: ts.Symbol): string[] {
    const { name } = symbol;
    if (this.#known.has(name)) return [];
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    const type = this.#checker.typeToString(this.#checker.getTypeOfSymbol(target), undefined, WRITTEN_OUT);
    return name === 'default'
      ? [`declare const all: ${type};\nexport default all;`]
      : [`export declare const ${name}: ${type};`];
  }

  /** Writes the declarations of all types that a text mentions. */
  #follow(text: string): void {
    for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) {
      const node = this.#known.get(name);
      if (!node || this.#written.has(name)) continue;
      this.#written.set(name, '');
      const declaration = this.#declare(name, node);
      this.#written.set(name, declaration);
      this.#follow(declaration);
    }
  }

  #declare(name: string, node: TypeDeclaration): string {
    const comment = /^\s*(\/\*\*.*?\*\/)/s.exec(node.getFullText())?.[1];
    const intro = comment ? `${comment}\n` : '';
    if (ts.isClassDeclaration(node))
      return `${intro}export declare class ${name} extends Error {\n${this.#members(node)}}`;
    const own = node.getText();
    if (ts.isInterfaceDeclaration(node) || !INFERRED.test(own)) {
      return intro + (own.startsWith('export') ? own : `export ${own}`);
    }
    const type = this.#checker.getTypeAtLocation(node.name);
    return `${intro}export type ${name} = ${this.#checker.typeToString(type, node, WRITTEN_OUT)};`;
  }

  #members(node: ts.ClassDeclaration): string {
    const name = node.name;
    if (!name) return '';
    return this.#checker
      .getPropertiesOfType(this.#checker.getTypeAtLocation(name))
      .filter(({ declarations }) => declarations?.some((one) => one.getSourceFile() === node.getSourceFile()))
      .map((member) => {
        const type = this.#checker.getTypeOfSymbol(member);
        return `  readonly ${member.name}: ${this.#checker.typeToString(type, node, WRITTEN_OUT & ~ts.TypeFormatFlags.InTypeAlias)};\n`;
      })
      .join('');
  }
}
