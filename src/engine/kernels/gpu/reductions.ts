/** How the threads of a group join a number of each. */
export interface Reduction {
  /** Further inputs of the shader. */
  inputs: string;
  /** Statements that put the sum, or the largest, of a variable of all threads into that of each; uses `sums`. */
  joined: (variable: string, how: '+' | 'max') => string;
}

const JOINED = {
  '+': { subgroup: 'subgroupAdd', two: (a: string, b: string) => `${a} + ${b}` },
  max: { subgroup: 'subgroupMax', two: (a: string, b: string) => `max(${a}, ${b})` },
} as const;

/** Without subgroups, half of the threads add those of the other half, until one is left. */
export const byHalves = (threads: number): Reduction => ({
  inputs: '',
  joined: (variable, how) => `
  sums[place] = ${variable};
  workgroupBarrier();
  for (var half = ${threads / 2}u; half > 0u; half /= 2u) {
    if (place < half) { sums[place] = ${JOINED[how].two('sums[place]', 'sums[place + half]')}; }
    workgroupBarrier();
  }
  ${variable} = sums[0];
  workgroupBarrier();`,
});

/** Each subgroup at once, then their results, which are few. */
export const bySubgroups: Reduction = {
  inputs: `,
  @builtin(subgroup_invocation_id) member: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(num_subgroups) subgroups: u32`,
  joined: (variable, how) => `
  ${variable} = ${JOINED[how].subgroup}(${variable});
  if (member == 0u) { sums[subgroup] = ${variable}; }
  workgroupBarrier();
  ${variable} = sums[0];
  for (var other = 1u; other < subgroups; other += 1u) { ${variable} = ${JOINED[how].two(variable, 'sums[other]')}; }
  workgroupBarrier();`,
};
