import { neighbourhoodOf } from '../../../engine/network.ts'

/** The maximum connections without a bind, in all and from one network. */
const defaultLimits = { all: 1_000, network: 100 }

/**
 * Connections without a bind by name, also those in a TLS handshake. When all places are taken, the oldest connection of the network with the most of them is closed, so that a few
 * networks cannot keep customers out.
 */
export function createUnbound({ all, network } = defaultLimits) {
  /** Both in the order of arrival. */
  const networks = new Map<string, Map<string, () => void>>()
  const networkOf = new Map<string, string>()

  function remove(connection: string): void {
    const name = networkOf.get(connection) ?? ''
    networkOf.delete(connection)
    const others = networks.get(name)
    others?.delete(connection)
    if (others?.size === 0) networks.delete(name)
  }

  function closeOldestOfLargest(): void {
    const largest = [...networks.values()].reduce((one, other) => (other.size > one.size ? other : one))
    const [oldest] = largest
    if (oldest === undefined) return
    const [connection, close] = oldest
    remove(connection)
    close()
  }

  return {
    get size() {
      return networkOf.size
    },
    /** False when its network has too many. `close` is called when another one needs the place. */
    add(connection: string, address: string, close: () => void): boolean {
      const name = neighbourhoodOf(address)
      if ((networks.get(name)?.size ?? 0) >= network) return false
      if (networkOf.size >= all) closeOldestOfLargest()
      const others = networks.get(name) ?? new Map<string, () => void>()
      networks.set(name, others.set(connection, close))
      networkOf.set(connection, name)
      return true
    },
    /** The connection has a bind or has ended. */
    delete: remove,
  }
}
