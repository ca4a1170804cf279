import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { Icon } from '../parts/icon.tsx'
import { t } from '../text.ts'

/** A notice above every page while the browser is offline. */
export function Offline() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="yellow" variant="light" mb="md" icon={<Icon name="warning" />} role="status">
      {t.shell.offline}
    </Alert>
  )
}
