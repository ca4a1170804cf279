import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which addresses requests may go to. Plain HTTP goes to loopback only, except with `anywhere`. */
export type Reach = 'public' | 'public or loopback' | 'loopback' | 'anywhere'

type Kind = 'public' | 'loopback' | 'other'

/** Whether a connection to this address may be made. What is no address at all may not. */
export function isReachable(reach: Reach, protocol: string, address: string): boolean {
  if (isIP(address) === 0) return false
  if (reach === 'anywhere') return true
  const kind = kindOf(address)
  if (kind === 'loopback') return reach !== 'public'
  return kind === 'public' && reach !== 'loopback' && protocol === 'https:'
}

/**
 * IPv4 in the clothes of IPv6 is what it is. Addresses that stand for others (NAT64, 6to4, Teredo) are never public:
 * nobody can say where they lead.
 */
function kindOf(text: string): Kind {
  const plain = isIP(text) === 4 ? text : spellOut(text)
  if (plain === null) return 'other'
  const address = ipaddr.process(plain)
  const range = address.range()
  if (range === 'loopback') return 'loopback'
  if (plain === hostService) return 'other'
  return range === 'unicast' && (address instanceof ipaddr.IPv4 || isGlobal(address.parts)) ? 'public' : 'other'
}

/** Looks public, and is how a machine of Azure reaches its host. */
const hostService = '168.63.129.16'

/**
 * Without dots, for which the package takes ::8.8.8.8 for ::ffff:8.8.8.8. Null with a zone, which only addresses of the
 * own network have.
 */
function spellOut(address: string): string | null {
  return URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? null
}

/**
 * Of IPv6 only 2000::/3 has been given out; 3fff::/20 in it is for documentation, which the package does not know yet.
 */
function isGlobal([first = 0, second = 0]: readonly number[]): boolean {
  return first >> 13 === 1 && !(first === 0x3fff && second < 0x1000)
}
