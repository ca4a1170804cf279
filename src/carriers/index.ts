import { BlockList, isIP } from 'node:net'
import { type CarrierKind, SettingsProblem } from './carrier.ts'
import { type HttpCarriersOptions, httpCarriers } from './http/index.ts'
import { type SmppCarriersOptions, smppCarriers } from './smpp/index.ts'

export type CarrierKindsOptions = SmppCarriersOptions &
  HttpCarriersOptions & {
    /** Then carriers may be on this machine only. */
    readonly staging: boolean
  }

/** How carriers that operators set up can be spoken to, by the name that their settings call it. */
export function carrierKinds({ staging, ...options }: CarrierKindsOptions): Readonly<Record<string, CarrierKind>> {
  const smpp = smppCarriers(options)
  // Over HTTP it is the way out that leads no further in staging.
  return { smpp: staging ? onThisMachine(smpp) : smpp, http: httpCarriers(options) }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isOnThisMachine(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

/** A carrier that was set up outside staging, in a copy of that database, is not spoken to either. */
function onThisMachine(kind: CarrierKind): CarrierKind {
  function refuseElsewhere(settings: unknown): void {
    const { host } = settings as { readonly host: string }
    if (!isOnThisMachine(host))
      throw new SettingsProblem(
        `in staging, carriers must be on this machine: host must be localhost or 127.0.0.1, not ${host}`,
      )
  }
  return {
    description: kind.description,
    async check(settings, secrets) {
      await kind.check(settings, secrets)
      refuseElsewhere(settings)
    },
    open(name, settings, secrets) {
      refuseElsewhere(settings)
      return kind.open(name, settings, secrets)
    },
  }
}
