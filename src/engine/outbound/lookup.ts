import { lookup as lookupBySystem, Resolver } from 'node:dns/promises'
import type { Reach } from './addresses.ts'

/** All addresses of a name. It throws, or gives none, when there are none. */
export type Lookup = (name: string) => Promise<readonly string[]>

/**
 * Whoever asks for a name that is being looked up already gets the same answer: connections are often opened many at
 * once.
 */
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
 * Where customers choose names and all of them must be public, the name servers are asked directly. The system's own
 * way has two threads for all of Node, so that a few names whose servers never answer would hold up every other name;
 * and it knows names, from files and search lists, that are not the public's.
 */
export const lookupFor = (reach: Reach): Lookup => (reach === 'public' ? lookupByServers : lookupBySystemAll)

async function lookupBySystemAll(name: string): Promise<readonly string[]> {
  return (await lookupBySystem(name, { all: true })).map(({ address }) => address)
}

/**
 * A resolver of its own for each name knows which name servers are to be asked now. It ends in less than five seconds
 * with one name server.
 */
async function lookupByServers(name: string): Promise<readonly string[]> {
  if (/(^|\.)localhost\.?$/.test(name)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
