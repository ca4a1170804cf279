import { Alert, Code, Group } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { Copy } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Host and ports of the SMPP server; the host of this page when no public URL is set. Null until they are loaded. */
export function useConnection() {
  const { id } = useThisAccount()
  const { data, error } = useAsk('GET /accounts/:account/smpp', { path: { account: id } })
  const connection = data === undefined ? null : { ...data, host: data.host ?? location.hostname }
  return { connection, error }
}

export function Connection() {
  const { connection, error } = useConnection()
  if (connection === null) return <Problem error={error} />
  const { host, port, tlsPort } = connection
  if (port === null && tlsPort === null)
    return (
      <Alert color="yellow" variant="light">
        {t.smpp.connection.isOff}
      </Alert>
    )
  return (
    <Section title={t.smpp.connection.title} about={t.smpp.connection.about}>
      <Group component="dl" gap="xl" m={0} align="flex-start">
        <Value name={t.smpp.connection.host} value={host} />
        <Value name={t.smpp.connection.tlsPort} value={tlsPort === null ? null : String(tlsPort)} />
        <Value name={t.smpp.connection.port} value={port === null ? null : String(port)} />
      </Group>
    </Section>
  )
}

const Value = ({ name, value }: { readonly name: string; readonly value: string | null }) => (
  <Fact name={name}>
    {value === null ? (
      t.smpp.connection.off
    ) : (
      <Group component="span" gap={4}>
        <Code>{value}</Code>
        <Copy value={value} label={fill(t.shared.copyNamed, { name })} />
      </Group>
    )}
  </Fact>
)
