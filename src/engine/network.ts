import { isIP } from 'node:net'

/** Whether it is an IP address, or a network such as 10.0.0.0/8. Nothing shorter or older is taken: some readers know 10.1, and take 010.0.0.1 for 8.0.0.1. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
