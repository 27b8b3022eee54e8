import { poolLayout } from './layout.ts';

export interface Rights {
  publish: string[];
  subscribe: string[];
}

/**
 * The least that a member of a pool needs, as subjects of NATS: its queue, its buckets and its answers. It can neither
 * make nor delete streams, nor see that there are other pools.
 */
export function memberRights(pool: string): Rights {
  const { stream, buckets, subjects, inbox } = poolLayout(pool);
  const ofBucket = (bucket: string) => [
    `$KV.${bucket}.>`,
    `$JS.API.STREAM.INFO.KV_${bucket}`,
    `$JS.API.STREAM.MSG.GET.KV_${bucket}`,
    `$JS.API.DIRECT.GET.KV_${bucket}`,
    `$JS.API.DIRECT.GET.KV_${bucket}.>`,
    `$JS.API.CONSUMER.CREATE.KV_${bucket}`,
    `$JS.API.CONSUMER.CREATE.KV_${bucket}.>`,
    `$JS.API.CONSUMER.INFO.KV_${bucket}.*`,
    `$JS.API.CONSUMER.DELETE.KV_${bucket}.*`,
    `$JS.FC.KV_${bucket}.>`,
  ];
  return {
    publish: [
      subjects,
      `$JS.API.STREAM.INFO.${stream}`,
      `$JS.API.CONSUMER.CREATE.${stream}.>`,
      `$JS.API.CONSUMER.INFO.${stream}.*`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
      `$JS.ACK.${stream}.>`,
      ...Object.values(buckets).flatMap(ofBucket),
    ],
    subscribe: [`${inbox}.>`],
  };
}

export interface Account {
  /** For people. */
  name: string;
  /** Public NKey (U…). */
  nkey: string;
}

/**
 * A pool's account in nats-server's configuration: an administrator, and members with the least rights. One account for each
 * pool, because rights end where the broker answers: a member could have it send what it likes to any subject of its own account, as
 * the reply to a request.
 */
export function accountOf(pool: string, administrator: Account, members: readonly Account[]): string {
  const { publish, subscribe } = memberRights(pool);
  const listed = (subjects: string[]) => subjects.map((subject) => `        "${subject}"`).join('\n');
  const users = members.map(
    ({ name, nkey }) => `    # ${name}\n    { nkey: ${nkey}, allowed_connection_types: ["WEBSOCKET"] }`,
  );
  return `# The account of the pool "${pool}": to be included in "accounts { … }" of the broker's configuration.
pool_${pool} {
  jetstream: enabled
  default_permissions {
    publish {
      allow: [
${listed(publish)}
      ]
    }
    subscribe {
      allow: [
${listed(subscribe)}
      ]
    }
  }
  users = [
    # ${administrator.name}
    { nkey: ${administrator.nkey}, permissions: { publish: ">", subscribe: ">" } }
${users.join('\n')}
  ]
}
`;
}
