import type { Adapter, Call, CredentialSetting, PlatformAdapter } from '../adapter.ts';

type Hosts = Readonly<Record<string, string>>;
type Settings = readonly CredentialSetting[];

/** `hosts` and `credentials` have exactly the declared keys. */
export type CallOf<H extends Hosts, S extends Settings> = Call<keyof H & string, S[number]['name']>;

/**
 * Checks that an adapter uses only its declared hosts and credentials, then erases their names so that all adapters
 * have one type. Sound because `createPlatforms` builds each call from the adapter that receives it.
 */
export function defineAdapter<const H extends Hosts, const S extends Settings>(
  adapter: Adapter<NoInfer<CallOf<H, S>>> & { hosts: H; settings: S },
): PlatformAdapter {
  return adapter;
}
