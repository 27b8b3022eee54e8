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

/** The `authorization` part of nats-server's configuration: an administrator, and members with the least rights. */
export function authorizationOf(pool: string, administrator: Account, members: readonly Account[]): string {
  const { publish, subscribe } = memberRights(pool);
  const listed = (subjects: string[]) => subjects.map((subject) => `        "${subject}"`).join('\n');
  const users = members.map(
    ({ name, nkey }) =>
      `    # ${name}\n    { nkey: ${nkey}, permissions: $MEMBER, allowed_connection_types: ["WEBSOCKET"] }`,
  );
  return `MEMBER = {
  publish: {
    allow: [
${listed(publish)}
    ]
  }
  subscribe: {
    allow: [
${listed(subscribe)}
    ]
  }
}
authorization {
  users = [
    # ${administrator.name}
    { nkey: ${administrator.nkey} }
${users.join('\n')}
  ]
}
`;
}
