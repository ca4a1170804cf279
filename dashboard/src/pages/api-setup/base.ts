import { useAbout } from '../../session.tsx'

/** Where the paths of a product begin: this server, or the name that an operator gave the product. */
export function useBase(): (product: string) => string {
  const { hosts } = useAbout()
  return (product) => {
    const { protocol, port, origin } = location
    const host = hosts[product]
    return host === undefined ? origin : `${protocol}//${host}${port === '' ? '' : `:${port}`}`
  }
}
