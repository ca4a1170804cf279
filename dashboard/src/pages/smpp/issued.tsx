import { Text } from '@mantine/core'
import { SecretDialog } from '../../parts/dialog.tsx'
import { t } from '../../text.ts'
import { useConnection } from './connection.tsx'

/** A new password, shown once. */
export interface Shown {
  readonly title: string
  readonly systemId: string
  readonly password: string
  /** The validity of the old password; null for a new credential. */
  readonly note: string | null
}

/** Shows everything that a program needs to connect. */
export function IssuedSmpp({
  shown: { title, systemId, password, note },
  onClose,
}: {
  readonly shown: Shown
  readonly onClose: () => void
}) {
  const { connection } = useConnection()
  const { host, port, tlsPort } = connection ?? { host: '', port: null, tlsPort: null }
  const ports = [
    [t.smpp.connection.tlsPort, tlsPort],
    [t.smpp.connection.port, port],
  ] as const
  const given = ports.flatMap(([label, number]) => (number === null ? [] : [[label, String(number)] as const]))
  return (
    <SecretDialog
      title={title}
      onClose={onClose}
      lines={[
        ...(given.length === 0 ? [] : [[t.smpp.connection.host, host] as const, ...given]),
        [t.smpp.list.systemId, systemId],
        [t.smpp.issued.password, password],
      ]}
    >
      {note !== null && <Text size="sm">{note}</Text>}
      <Text size="sm">{t.smpp.issued.keepSafe}</Text>
    </SecretDialog>
  )
}
