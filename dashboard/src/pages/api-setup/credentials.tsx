import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Credential } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { type RowAction, RowMenu } from '../../parts/row-menu.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useMe, useThisAccount } from '../../session.tsx'
import { isEnded, kindWord, type Shown, stateOf } from './credential.ts'
import { nameOf } from './products.ts'
import { Rotate } from './rotate.tsx'
import { SwitchLenient } from './switch-lenient.tsx'

const columns: readonly Column<Credential>[] = [
  {
    label: 'Name',
    show: ({ id, name, apiKey }) => (
      <>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          no. {id} {apiKey && <Code style={{ whiteSpace: 'nowrap' }}>{apiKey}</Code>}
        </Text>
      </>
    ),
  },
  { label: 'Kind', show: ({ kind, operator, lenient }) => <Kind kind={kind} operator={operator} lenient={lenient} /> },
  { label: 'Products', show: ({ products }) => products?.map(nameOf).join(', ') ?? 'All' },
  { label: 'Allowed from', show: ({ addresses }) => addresses?.join(', ') ?? 'Anywhere' },
  { label: 'Last used', show: ({ lastUsedAt }) => <When at={lastUsedAt} none="Never" /> },
  { label: 'Expires', show: ({ expiresAt }) => <When at={expiresAt} none="Never" /> },
  {
    label: 'State',
    show: (credential) => (
      <>
        <Status value={stateOf(credential, new Date())} />
        {credential.replacedBy !== null && (
          <Text size="xs" c="dimmed">
            replaced by no. {credential.replacedBy}
          </Text>
        )}
      </>
    ),
  },
]

function Kind({ kind, operator, lenient }: Pick<Credential, 'kind' | 'operator' | 'lenient'>) {
  return (
    <Group gap={6}>
      {kindWord[kind]}
      {lenient && <Mark word="lenient" about="Also takes what older programs send." />}
      {operator && <Mark word="operator" about="May ask the API about every account of this server." />}
    </Group>
  )
}

const Mark = ({ word, about }: { readonly word: string; readonly about: string }) => (
  <Badge variant="default" radius="sm" tt="none" title={about}>
    {word}
  </Badge>
)

export function Credentials({ onRotated }: { readonly onRotated: (shown: Shown) => void }) {
  const account = useThisAccount()
  const { operator } = useMe()
  const path = `${account.path}/credentials`
  const [rotating, setRotating] = useState<Credential | null>(null)
  const [switching, setSwitching] = useState<Credential | null>(null)
  const [revoking, setRevoking] = useState<Credential | null>(null)
  const revoke = useChange(
    (id: number) =>
      ask('DELETE /accounts/:account/credentials/:credential', { path: { account: account.id, credential: id } }),
    {
      refreshes: [path],
      onDone: () => {
        sayDone('It is revoked. Nothing gets in with it any more.')
        setRevoking(null)
      },
    },
  )
  const actionsOf = (credential: Credential): readonly RowAction[] => [
    ...(credential.replacedBy === null && (!credential.operator || operator)
      ? [{ label: 'Replace', onClick: () => setRotating(credential) }]
      : []),
    { label: credential.lenient ? 'Make strict' : 'Make lenient', onClick: () => setSwitching(credential) },
    { label: 'Revoke', isDangerous: true, onClick: () => setRevoking(credential) },
  ]
  const actions: Column<Credential> = {
    label: 'Actions',
    hidden: true,
    right: true,
    show: (credential) =>
      !isEnded(stateOf(credential, new Date())) && (
        <RowMenu label={`Actions for ${credential.name}, no. ${credential.id}`} actions={actionsOf(credential)} />
      ),
  }
  return (
    <Section
      title="Keys and tokens"
      about="A key comes with a secret, a token stands alone. Give each program its own: then one can be replaced without the others."
      isBare
    >
      <Listing
        route="GET /accounts/:account/credentials"
        path={{ account: account.id }}
        label="Keys and tokens"
        columns={mayAs(account, 'owner') ? [...columns, actions] : columns}
        keyOf={({ id }) => id}
        everySeconds={30}
        empty={
          <Stack gap={4}>
            <Text fw={600}>No key yet</Text>
            <span>Create one for the first program that is to send through this account.</span>
          </Stack>
        }
      />
      {rotating && (
        <Rotate
          credential={rotating}
          onClose={() => setRotating(null)}
          onRotated={(shown) => {
            setRotating(null)
            onRotated(shown)
          }}
        />
      )}
      {switching && <SwitchLenient credential={switching} onClose={() => setSwitching(null)} />}
      {revoking && (
        <Confirm
          title={`Revoke ${revoking.name}`}
          isOpen
          onClose={() => {
            setRevoking(null)
            revoke.reset()
          }}
          change={revoke}
          submit="Revoke"
          onConfirm={() => revoke.mutate(revoking.id)}
        >
          Whatever still uses it is refused from this moment on. This can’t be undone. To change over without a break,
          replace it instead.
        </Confirm>
      )}
    </Section>
  )
}
