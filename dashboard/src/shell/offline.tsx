import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { Icon } from '../parts/icon.tsx'

/** Above every page while the browser has no network: what is shown may be old, and what is typed stays. */
export function Offline() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="yellow" variant="light" mb="md" icon={<Icon name="warning" />} role="status">
      You are offline. What you see may be out of date; what you typed is kept.
    </Alert>
  )
}
