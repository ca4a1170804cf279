import { BlockList, isIP } from 'node:net'
import { type CarrierKind, SettingsProblem } from './carrier.ts'
import { withFailover } from './failover.ts'
import { type HttpCarriersOptions, httpCarriers } from './http/index.ts'
import { type SmppCarriersOptions, smppCarriers } from './smpp/index.ts'

export type CarrierKindsOptions = SmppCarriersOptions &
  HttpCarriersOptions & {
    /** Restricts carriers to this machine. */
    readonly staging: boolean
  }

/** The kinds of carriers by name. */
export function carrierKinds({ staging, ...options }: CarrierKindsOptions): Readonly<Record<string, CarrierKind>> {
  const smpp = smppCarriers(options)
  // HTTP carriers need no check here: in staging, the outbound requests themselves are restricted.
  return { smpp: withFailover(staging ? onThisMachine(smpp) : smpp), http: withFailover(httpCarriers(options)) }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isOnThisMachine(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

/** Also applies to carriers that were configured outside staging, for example in a copy of a production database. */
function onThisMachine(kind: CarrierKind): CarrierKind {
  function refuseElsewhere(settings: unknown): void {
    const { host } = settings as { readonly host: string }
    if (!isOnThisMachine(host))
      throw new SettingsProblem(
        `in staging, carriers must be on this machine: host must be localhost or 127.0.0.1, not ${host}`,
      )
  }
  return {
    ...kind,
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
