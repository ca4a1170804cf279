import { useAbout } from '../../session.tsx'

/** The base URL of a product: this server, or the host that an operator configured for the product. */
export function useBase(): (product: string) => string {
  const { hosts } = useAbout()
  return (product) => {
    const { protocol, port, origin } = location
    const host = hosts[product]
    return host === undefined ? origin : `${protocol}//${host}${port === '' ? '' : `:${port}`}`
  }
}
