import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Accepts an IP address or a network such as 10.0.0.0/8. Rejects legacy notations: some parsers accept 10.1, and read
 * 010.0.0.1 as 8.0.0.1.
 */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Sockets write IPv4 addresses as IPv6 when they listen on both. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/**
 * Groups addresses that probably belong to the same client: an IPv6 /64 network, or a single IPv4 address, also when
 * IPv6-mapped.
 */
export function neighbourhoodOf(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain
  const { parts } = ipaddr.IPv6.parse(plain.replace(/%.*$/, ''))
  return parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** Whether an address belongs to a network, or equals an address. */
export function isInNetwork(network: string, address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const candidate = ipaddr.process(address)
  const [base, bits] = parseNetwork(network)
  return candidate.kind() === base.kind() && candidate.match(base, bits)
}

/** Whether a network has at most 256 neighbourhoods. */
export function isSmallNetwork(network: string): boolean {
  const [base, bits] = parseNetwork(network)
  return bits >= (base.kind() === 'ipv4' ? 24 : 56)
}

/** An IPv4-mapped IPv6 network (`::ffff:10.0.0.0/104`) becomes IPv4, like the addresses it is compared with. */
function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [base, bits] = ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`)
  const isMapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96
  return isMapped ? [base.toIPv4Address(), bits - 96] : [base, bits]
}
