import { isIP } from 'node:net'

/**
 * Whether it is an IP address, or a network such as 10.0.0.0/8. Nothing shorter or older is taken: some readers know
 * 10.1, and take 010.0.0.1 for 8.0.0.1.
 */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/**
 * Who is counted as one by their address: whoever has one of IPv6 has the 2^64 beside it too. An IPv4 address in the
 * clothes of IPv6 is what it is.
 */
export function neighbourhoodOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (isIP(address) !== 6) return address
  const [left = '', right] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const [before, after] = [left, right ?? ''].map((side) => (side === '' ? [] : side.split(':'))) as [
    string[],
    string[],
  ]
  const groups =
    right === undefined
      ? before
      : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
