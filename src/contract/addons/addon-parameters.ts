import type { AddonKey, AddonSchemas } from '../../addons/addon-schema.ts';
import { addonSchemas } from '../../addons/addon-schemas.ts';
import { z } from '../../lib/zod.ts';

type WithConfig = {
  [Key in AddonKey]: AddonSchemas[Key] extends { config: z.ZodType } ? Key : never;
}[AddonKey];
type WithOlderSwitch = {
  [Key in AddonKey]: AddonSchemas[Key] extends { olderSwitch: unknown } ? Key : never;
}[AddonKey];

type Switches = { [Key in AddonKey]: z.ZodDefault<z.ZodBoolean> };
type Configs = {
  [Key in WithConfig as `${Key}_config`]: z.ZodOptional<AddonSchemas[Key]['config']>;
};
type OlderSwitches = {
  [Key in WithOlderSwitch]: z.ZodDefault<
    z.ZodUnion<[z.ZodBoolean, AddonSchemas[Key]['olderSwitch']['value']]>
  >;
};

/** The configuration of an add-on, parsed. */
export type AddonConfig<Key extends WithConfig> = z.infer<AddonSchemas[Key]['config']>;

type ParsedConfigs = { [Key in WithConfig as `${Key}_config`]?: AddonConfig<Key> | undefined };

const configured = addonSchemas.flatMap(({ key, config }) => (config ? [{ key, config }] : []));
const older = addonSchemas.flatMap(({ key, olderSwitch }) => (olderSwitch ? [{ key, ...olderSwitch }] : []));
const nameOf = (key: string) => `${key}_config`;

/** The fields of the request that the add-ons' folders ask for: a switch each, and `<key>_config` where it has one. */
export const addonParameters = Object.fromEntries(
  addonSchemas.flatMap(({ key, config }) => [
    [key, z.boolean().default(false)],
    ...(config ? [[nameOf(key), config.optional()]] : []),
  ]),
) as Switches & Configs;

/** Switches that older clients send in another form, with both forms. */
export const olderSwitches = Object.fromEntries(
  older.map(({ key, value }) => [key, z.union([z.boolean(), value]).default(false)]),
) as OlderSwitches;

/** A parsed request's fields, whatever they are. */
type Fields = Readonly<Record<string, unknown>>;

/** The switches and configurations that represent older forms. */
export function readOlderSwitches(request: Fields): { [Key in WithOlderSwitch]: boolean } & ParsedConfigs {
  const read = older
    .filter(({ key }) => typeof request[key] !== 'boolean')
    .flatMap(({ key, toConfig }) => [
      [key, true],
      [nameOf(key), request[nameOf(key)] ?? toConfig(request[key])],
    ]);
  return Object.fromEntries(read);
}

/** Names of configurations without which a switch that is on has nothing to do. */
export const missingConfigs = (request: Fields): string[] =>
  configured
    .filter(({ key, config }) => isWithoutConfig(request, key) && !config.safeParse({}).success)
    .map(({ key }) => key);

/** What a switch that is on does without its configuration: so that the echo says what will happen. */
export function defaultConfigs(request: Fields): ParsedConfigs {
  const defaults = configured
    .filter(({ key }) => isWithoutConfig(request, key))
    .map(({ key, config }) => [nameOf(key), config.parse({})] as const)
    .filter(([, config]) => Object.keys(config).length > 0);
  return Object.fromEntries(defaults);
}

const isWithoutConfig = (request: Fields, key: string): boolean =>
  request[key] === true && request[nameOf(key)] === undefined;
