import { Badge, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SmppCredential } from '../../../../src/contract/console/smpp.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { showTime } from '../../parts/formats.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { EditSmpp } from './edit.tsx'
import type { Shown } from './issued.tsx'
import { RotateSmpp } from './rotate.tsx'

const { list: texts } = t.smpp

const columns: readonly Column<SmppCredential>[] = [
  {
    label: texts.systemId,
    show: ({ id, systemId }) => (
      <>
        <Text size="sm" fw={600}>
          {systemId}
        </Text>
        <Text size="xs" c="dimmed">
          {fill(texts.number, { id: String(id) })}
        </Text>
      </>
    ),
  },
  { label: texts.binds, show: ({ binds, bindsMax }) => fill(texts.bindsOf, { binds, max: bindsMax }) },
  { label: texts.limits, show: (credential) => <Limits credential={credential} /> },
  { label: texts.addresses, show: ({ addresses }) => addresses?.join(', ') ?? texts.anywhere },
  {
    label: texts.lastUsed,
    show: ({ lastUsedAt, lastAddress }) => (
      <>
        <When at={lastUsedAt} none={texts.never} />
        {lastAddress !== null && (
          <Text size="xs" c="dimmed">
            {fill(texts.from, { address: lastAddress })}
          </Text>
        )}
      </>
    ),
  },
  {
    label: texts.state,
    show: ({ revokedAt, oldPasswordUntil }) => (
      <>
        <Status value={revokedAt === null ? 'active' : 'revoked'} />
        {oldPasswordUntil !== null && new Date(oldPasswordUntil) > new Date() && (
          <Text size="xs" c="dimmed">
            {fill(texts.oldUntil, { time: showTime(new Date(oldPasswordUntil)) })}
          </Text>
        )}
      </>
    ),
  },
]

function Limits({ credential }: { readonly credential: SmppCredential }) {
  const { rate, windowSize, receivesMessages, messageIds, privateUrls } = credential
  return (
    <>
      {fill(texts.rate, { rate })} · {fill(texts.window, { size: windowSize })}
      <Group gap={6}>
        {receivesMessages && <Mark text={texts.inbound} about={texts.inboundAbout} />}
        {messageIds === 'hex' && <Mark text={texts.hex} about={texts.hexAbout} />}
        {privateUrls && <Mark text={texts.privateUrls} about={texts.privateUrlsAbout} />}
      </Group>
    </>
  )
}

const Mark = ({ text, about }: { readonly text: string; readonly about: string }) => (
  <Badge variant="default" radius="sm" tt="none" title={about}>
    {text}
  </Badge>
)

type Doing = { readonly what: 'edit' | 'rotate' | 'revoke'; readonly credential: SmppCredential }

export function SmppCredentials({ onRotated }: { readonly onRotated: (shown: Shown) => void }) {
  const account = useThisAccount()
  const [doing, setDoing] = useState<Doing | null>(null)
  const stop = () => setDoing(null)
  const actions: Column<SmppCredential> = {
    label: texts.actions,
    hidden: true,
    right: true,
    show: (credential) =>
      credential.revokedAt === null && (
        <RowMenu
          label={fill(texts.actionsFor, { name: credential.systemId, id: String(credential.id) })}
          actions={[
            { label: texts.edit, onClick: () => setDoing({ what: 'edit', credential }) },
            { label: texts.rotate, onClick: () => setDoing({ what: 'rotate', credential }) },
            { label: texts.revoke, isDangerous: true, onClick: () => setDoing({ what: 'revoke', credential }) },
          ]}
        />
      ),
  }
  return (
    <Section title={texts.title} about={texts.about} isBare>
      <Listing
        route="GET /accounts/:account/smpp/credentials"
        path={{ account: account.id }}
        label={texts.title}
        columns={mayAs(account, 'owner') ? [...columns, actions] : columns}
        keyOf={({ id }) => id}
        everySeconds={10}
        empty={
          <Stack gap={4}>
            <Text fw={600}>{texts.empty}</Text>
            <span>{texts.emptyAbout}</span>
          </Stack>
        }
      />
      {doing?.what === 'edit' && <EditSmpp credential={doing.credential} onClose={stop} />}
      {doing?.what === 'rotate' && (
        <RotateSmpp
          credential={doing.credential}
          onClose={stop}
          onRotated={(shown) => {
            stop()
            onRotated(shown)
          }}
        />
      )}
      {doing?.what === 'revoke' && <Revoke credential={doing.credential} onClose={stop} />}
    </Section>
  )
}

function Revoke({
  credential: { id, systemId: name, binds },
  onClose,
}: {
  readonly credential: SmppCredential
  readonly onClose: () => void
}) {
  const account = useThisAccount()
  const revoke = useChange(
    () =>
      ask('DELETE /accounts/:account/smpp/credentials/:credential', { path: { account: account.id, credential: id } }),
    {
      refreshes: [`${account.path}/smpp`],
      onDone: () => {
        sayDone(fill(texts.revoked, { name }))
        onClose()
      },
    },
  )
  return (
    <Confirm
      title={fill(texts.revokeTitle, { name })}
      isOpen
      onClose={onClose}
      change={revoke}
      submit={texts.revoke}
      onConfirm={() => revoke.mutate(undefined)}
    >
      {fill(texts.revokeWarning, { binds })}
    </Confirm>
  )
}
