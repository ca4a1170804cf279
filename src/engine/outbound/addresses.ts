import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses that requests may go to. Plain HTTP is only allowed to loopback, except with `anywhere`. */
export type Reach = 'public' | 'public or loopback' | 'loopback' | 'anywhere'

type Kind = 'public' | 'loopback' | 'other'

/** Whether a connection to this address is allowed. False for anything that is not an IP address. */
export function isReachable(reach: Reach, protocol: string, address: string): boolean {
  if (isIP(address) === 0) return false
  if (reach === 'anywhere') return true
  const kind = kindOf(address)
  if (kind === 'loopback') return reach !== 'public'
  return kind === 'public' && reach !== 'loopback' && protocol === 'https:'
}

/**
 * An IPv4-mapped IPv6 address counts as IPv4. Translated addresses (NAT64, 6to4, Teredo) are never public, because
 * their real target is unknown.
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

/** Looks public, but reaches the host of an Azure virtual machine. */
const hostService = '168.63.129.16'

/**
 * Writes the address without dots, because ipaddr.js confuses ::8.8.8.8 with ::ffff:8.8.8.8. Null for addresses with a
 * zone, which are link-local.
 */
function spellOut(address: string): string | null {
  return URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? null
}

/** Only 2000::/3 is assigned. 3fff::/20 in it is for documentation, which ipaddr.js does not know. */
function isGlobal([first = 0, second = 0]: readonly number[]): boolean {
  return first >> 13 === 1 && !(first === 0x3fff && second < 0x1000)
}
