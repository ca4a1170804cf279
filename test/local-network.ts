/**
 * Loaded into every test process and into the programs that tests start: connections and name lookups that would leave
 * this machine fail at once. With NGOMA_TEST_REFUSED, they are also written to this file.
 */
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net, { type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

const loopback = new net.BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const own = new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)))

export const isLocalAddress = (address: string): boolean =>
  ['0.0.0.0', '::'].includes(address) ||
  own.has(address) ||
  loopback.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4')

const isLocalName = (name: string) => /(^|\.)localhost\.?$/.test(name) || name === '' || name === hostname()

function refusalOf(what: string, code: string): NodeJS.ErrnoException {
  const file = process.env.NGOMA_TEST_REFUSED
  if (file !== undefined) appendFileSync(file, `${what}\n${new Error().stack}\n`)
  return Object.assign(new Error(`${code} ${what}: tests stay on this machine`), { code })
}

const guardLookup =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      const outside = error ? undefined : [found].flat().map((one) => (typeof one === 'string' ? one : one.address))
      const foreign = outside?.find((address) => !isLocalAddress(address))
      if (foreign === undefined) done(error, found, family)
      else done(refusalOf(`connection to ${foreign}`, 'EHOSTUNREACH'), '', 0)
    })

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  // Node's own calls pass a list of the options and the callback.
  const first = Array.isArray(given[0]) ? given[0][0] : given[0]
  const options = (typeof first === 'object' ? first : { host: given[1] }) as Partial<TcpNetConnectOpts>
  const { host, lookup } = options
  if (typeof host === 'string' && net.isIP(host) !== 0 && !isLocalAddress(host)) {
    const refused = refusalOf(`connection to ${host}`, 'EHOSTUNREACH')
    process.nextTick(() => this.destroy(refused))
    return this
  }
  if (lookup !== undefined) options.lookup = guardLookup(lookup)
  return Reflect.apply(connect, this, given)
} as typeof connect

/** Makes lookups of other names fail. The callback, if any, is the last argument. */
function guardNames<Target extends object>(target: Target, names: readonly string[], isPromise: boolean): void {
  for (const name of names) {
    const original = Reflect.get(target, name) as ((...given: unknown[]) => unknown) | undefined
    if (original === undefined) continue
    Reflect.set(target, name, function (this: unknown, ...given: unknown[]) {
      const [asked] = given
      const text = String(asked ?? '')
      if (net.isIP(text) !== 0 || isLocalName(text)) return Reflect.apply(original, this, given)
      const refused = refusalOf(`lookup of ${text}`, 'ENOTFOUND')
      if (isPromise) return Promise.reject(refused)
      const done = given.at(-1)
      if (typeof done === 'function') process.nextTick(done, refused)
      return undefined
    })
  }
}

const queries = Object.getOwnPropertyNames(dns.Resolver.prototype).filter((name) => /^(resolve|reverse)/.test(name))
guardNames(dns, ['lookup', ...queries], false)
guardNames(dns.promises, ['lookup', ...queries], true)
guardNames(dns.Resolver.prototype, queries, false)
guardNames(dns.promises.Resolver.prototype, queries, true)
syncBuiltinESMExports()
