import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Sets of instructions by which native kernels for 8-bit weights differ, by their names in /proc/cpuinfo. WebAssembly has none of them. */
const SETS: Readonly<Record<string, string>> = {
  avx2: 'AVX2',
  avx_vnni: 'AVX-VNNI',
  avx512f: 'AVX-512',
  avx512_vnni: 'AVX-512 VNNI',
  amx_int8: 'AMX',
  asimddp: 'dot product',
  i8mm: 'I8MM',
};

/** Processor, number of cores and instruction sets of this machine, as figures are compared by. */
export function processorHere(): string {
  const all = cpus();
  return describeProcessor(all[0]?.model ?? '', all.length, cpuInfo());
}

/** @param info the text of /proc/cpuinfo; empty if there is none */
export function describeProcessor(model: string, cores: number, info: string): string {
  const [, flags = ''] = /^(?:flags|Features)\s*:(.*)$/m.exec(info) ?? [];
  const has = new Set(flags.trim().split(/\s+/));
  const sets = Object.entries(SETS).flatMap(([flag, name]) => (has.has(flag) ? [name] : []));
  const name = model.replace(/\s+/g, ' ').trim() || 'unnamed processor';
  return [`${name}, ${cores} ${cores === 1 ? 'core' : 'cores'}`, ...sets].join(', ');
}

function cpuInfo(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    // Only Linux has it.
    return '';
  }
}
