import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Credential } from '../../../../src/contract/console/accounts.ts'
import { allScopes } from '../../../../src/values/scopes.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { type RowAction, RowMenu } from '../../parts/row-menu.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useMe, useThisAccount } from '../../session.tsx'
import { fill, t, wordFor } from '../../text.ts'
import { ChangeScopes } from './change-scopes.tsx'
import { isEnded, type Shown, stateOf } from './credential.ts'
import { Rotate } from './rotate.tsx'
import { SwitchLenient } from './switch-lenient.tsx'
import { SwitchPrivateUrls } from './switch-private-urls.tsx'

const columns: readonly Column<Credential>[] = [
  {
    label: t.apiSetup.list.name,
    show: ({ id, name, apiKey }) => (
      <>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {fill(t.apiSetup.list.number, { id: String(id) })}{' '}
          {apiKey && <Code style={{ whiteSpace: 'nowrap' }}>{apiKey}</Code>}
        </Text>
      </>
    ),
  },
  {
    label: t.apiSetup.list.kind,
    show: (credential) => <Kind credential={credential} />,
  },
  {
    label: t.apiSetup.list.products,
    show: ({ products }) =>
      products === null
        ? t.apiSetup.list.allProducts
        : products.map((id) => wordFor(t.apiSetup.products, id)).join(', ') || t.apiSetup.list.noProducts,
  },
  { label: t.apiSetup.list.scopes, show: (credential) => <Scopes credential={credential} /> },
  { label: t.apiSetup.list.addresses, show: ({ addresses }) => addresses?.join(', ') ?? t.apiSetup.list.anywhere },
  { label: t.apiSetup.list.lastUsed, show: ({ lastUsedAt }) => <When at={lastUsedAt} none={t.apiSetup.list.never} /> },
  { label: t.apiSetup.list.expires, show: ({ expiresAt }) => <When at={expiresAt} none={t.apiSetup.list.never} /> },
  {
    label: t.apiSetup.list.state,
    show: (credential) => (
      <>
        <Status value={stateOf(credential, new Date())} />
        {credential.replacedBy !== null && (
          <Text size="xs" c="dimmed">
            {fill(t.apiSetup.list.replacedBy, { id: String(credential.replacedBy) })}
          </Text>
        )}
      </>
    ),
  },
]

function Kind({ credential: { kind, operator, lenient, privateUrls } }: { readonly credential: Credential }) {
  return (
    <Group gap={6}>
      {t.apiSetup.kinds[kind]}
      {lenient && <Mark text={t.apiSetup.list.lenient} about={t.apiSetup.list.lenientAbout} />}
      {operator && <Mark text={t.apiSetup.list.operator} about={t.apiSetup.list.operatorAbout} />}
      {privateUrls && <Mark text={t.apiSetup.privateUrls.mark} about={t.apiSetup.privateUrls.markAbout} />}
    </Group>
  )
}

/** Credentials from before the account API have no scopes until an owner grants them. */
function Scopes({ credential: { scopes } }: { readonly credential: Credential }) {
  if (scopes.includes(allScopes)) return t.apiSetup.scopes.reach.all
  if (scopes.length > 0) return <Text size="xs">{scopes.join(', ')}</Text>
  return <Mark text={t.apiSetup.scopes.reach.none} about={t.apiSetup.scopes.noneAbout} />
}

const Mark = ({ text, about }: { readonly text: string; readonly about: string }) => (
  <Badge variant="default" radius="sm" tt="none" title={about}>
    {text}
  </Badge>
)

export function Credentials({ onRotated }: { readonly onRotated: (shown: Shown) => void }) {
  const account = useThisAccount()
  const { operator } = useMe()
  const path = `${account.path}/credentials`
  const [rotating, setRotating] = useState<Credential | null>(null)
  const [scoping, setScoping] = useState<Credential | null>(null)
  const [switching, setSwitching] = useState<Credential | null>(null)
  const [switchingUrls, setSwitchingUrls] = useState<Credential | null>(null)
  const [revoking, setRevoking] = useState<Credential | null>(null)
  const revoke = useChange(
    (id: number) =>
      ask('DELETE /accounts/:account/credentials/:credential', { path: { account: account.id, credential: id } }),
    {
      refreshes: [path],
      onDone: () => {
        sayDone(fill(t.apiSetup.list.revoked, { name: revoking?.name ?? '' }))
        setRevoking(null)
      },
    },
  )
  const actionsOf = (credential: Credential): readonly RowAction[] => [
    ...(credential.replacedBy === null && (!credential.operator || operator)
      ? [{ label: t.apiSetup.list.replace, onClick: () => setRotating(credential) }]
      : []),
    { label: t.apiSetup.scopes.change, onClick: () => setScoping(credential) },
    {
      label: credential.lenient ? t.apiSetup.list.makeStrict : t.apiSetup.list.makeLenient,
      onClick: () => setSwitching(credential),
    },
    // Kannel-compatible requests, which have a dlr-url, have no tokens.
    ...(operator && credential.kind === 'key'
      ? [
          {
            label: credential.privateUrls ? t.apiSetup.privateUrls.forbid : t.apiSetup.privateUrls.allow,
            onClick: () => setSwitchingUrls(credential),
          },
        ]
      : []),
    { label: t.apiSetup.list.revoke, isDangerous: true, onClick: () => setRevoking(credential) },
  ]
  const actions: Column<Credential> = {
    label: t.apiSetup.list.actions,
    hidden: true,
    right: true,
    show: (credential) =>
      !isEnded(stateOf(credential, new Date())) && (
        <RowMenu
          label={fill(t.apiSetup.list.actionsFor, { name: credential.name, id: String(credential.id) })}
          actions={actionsOf(credential)}
        />
      ),
  }
  return (
    <Section title={t.apiSetup.list.title} about={t.apiSetup.list.about} isBare>
      <Listing
        route="GET /accounts/:account/credentials"
        path={{ account: account.id }}
        label={t.apiSetup.list.title}
        columns={mayAs(account, 'owner') ? [...columns, actions] : columns}
        keyOf={({ id }) => id}
        everySeconds={30}
        empty={
          <Stack gap={4}>
            <Text fw={600}>{t.apiSetup.list.empty}</Text>
            <span>{t.apiSetup.list.emptyAbout}</span>
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
      {scoping && <ChangeScopes credential={scoping} onClose={() => setScoping(null)} />}
      {switching && <SwitchLenient credential={switching} onClose={() => setSwitching(null)} />}
      {switchingUrls && <SwitchPrivateUrls credential={switchingUrls} onClose={() => setSwitchingUrls(null)} />}
      {revoking && (
        <Confirm
          title={fill(t.apiSetup.list.revokeTitle, { name: revoking.name })}
          isOpen
          onClose={() => {
            setRevoking(null)
            revoke.reset()
          }}
          change={revoke}
          submit={t.apiSetup.list.revoke}
          onConfirm={() => revoke.mutate(revoking.id)}
        >
          {t.apiSetup.list.revokeWarning}
        </Confirm>
      )}
    </Section>
  )
}
