import { lookup as lookupBySystem, Resolver } from 'node:dns/promises'
import type { Reach } from './addresses.ts'

/** Returns all addresses of a name. Throws or returns none when there are none. */
export type Lookup = (name: string) => Promise<readonly string[]>

/** Shares concurrent lookups of the same name, because connections are often opened in bursts. */
export function shareLookup(lookup: Lookup): Lookup {
  const underWay = new Map<string, Promise<readonly string[]>>()
  return (name) => {
    const known = underWay.get(name)
    if (known !== undefined) return known
    const asked = lookup(name).finally(() => underWay.delete(name))
    underWay.set(name, asked)
    return asked
  }
}

/**
 * Queries name servers directly when customers choose the names. The system resolver uses few threads, so that some
 * names with unresponsive servers would block all others; and it resolves private names from hosts files and search
 * lists.
 */
export const lookupFor = (reach: Reach): Lookup => (reach === 'public' ? lookupByServers : lookupBySystemAll)

async function lookupBySystemAll(name: string): Promise<readonly string[]> {
  return (await lookupBySystem(name, { all: true })).map(({ address }) => address)
}

/**
 * Creates a resolver per lookup, so that it uses the current name servers. Takes less than five seconds with one name
 * server.
 */
async function lookupByServers(name: string): Promise<readonly string[]> {
  if (/(^|\.)localhost\.?$/.test(name)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
