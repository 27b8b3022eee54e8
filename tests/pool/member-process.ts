import { accessTo, SHORT_TIMES, WaitingMember } from './members.ts';

/**
 * A member in a process of its own, which tests kill, freeze and wake: `member-process.ts ADDRESS POOL SLOWNESS`. Writes
 * a line of JSON for each thing that happens.
 */
const [address = '', pool = 'team', slowness = '1'] = process.argv.slice(2);
const say = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const member = await WaitingMember.join(accessTo(address, pool), {
  name: `Process ${process.pid}`,
  times: SHORT_TIMES,
  slowness: Number(slowness),
  onWindow: (job, index) => say({ window: index, job: job.id, epoch: job.epoch }),
  onEnding: (job, ending) => say({ ending, job }),
});
member.serve();
say({ joined: member.id });
