import { Group } from '@mantine/core'
import type { Credential } from '../../../../src/contract/console/credentials.ts'
import { CredentialList, Mark, nameColumn } from '../../parts/credential-list.tsx'
import { showTime } from '../../parts/formats.ts'
import type { Column } from '../../parts/listing.tsx'
import { Note, Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { CredentialDialog } from './credential-dialog.tsx'
import type { Shown } from './issued.tsx'

const { list: texts } = t.smpp

const columns: readonly Column<Credential>[] = [
  nameColumn(texts.systemId, texts.number),
  { label: texts.binds, show: ({ binds, smpp }) => fill(texts.bindsOf, { binds, max: smpp?.bindsMax ?? 0 }) },
  { label: texts.limits, show: (credential) => <Limits credential={credential} /> },
  { label: texts.addresses, show: ({ addresses }) => addresses?.join(', ') ?? texts.anywhere },
  {
    label: texts.lastUsed,
    show: ({ lastUsedAt, lastAddress }) => (
      <>
        <When at={lastUsedAt} none={texts.never} />
        {lastAddress !== null && <Note size="xs">{fill(texts.from, { address: lastAddress })}</Note>}
      </>
    ),
  },
  {
    label: texts.state,
    show: ({ revokedAt, oldPasswordUntil }) => (
      <>
        <Status value={revokedAt === null ? 'active' : 'revoked'} />
        {oldPasswordUntil !== null && new Date(oldPasswordUntil) > new Date() && (
          <Note size="xs">{fill(texts.oldUntil, { time: showTime(new Date(oldPasswordUntil)) })}</Note>
        )}
      </>
    ),
  },
]

function Limits({ credential }: { readonly credential: Credential }) {
  const { smpp, privateUrls } = credential
  if (smpp === null) return null
  const { rate, windowSize, receivesMessages, messageIds } = smpp
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

const isActive = ({ revokedAt }: Credential) => revokedAt === null

export function SmppCredentials({ onShow }: { readonly onShow: (shown: Shown) => void }) {
  const isOwner = mayAs(useThisAccount(), 'owner')
  return (
    <CredentialList
      kind="smpp"
      texts={texts}
      columns={columns}
      everySeconds={10}
      isActive={isActive}
      rotationOf={({ name }) => ({ ...t.smpp.rotate, title: fill(t.smpp.rotate.title, { name }) })}
      onRotated={(issued, { name }) =>
        'password' in issued &&
        onShow({
          title: fill(t.smpp.issued.rotated, { name }),
          systemId: name,
          password: issued.password,
          note:
            issued.replaces.expiresAt === null
              ? t.smpp.issued.oldEnded
              : fill(t.smpp.issued.oldUntil, { time: showTime(new Date(issued.replaces.expiresAt)) }),
        })
      }
      warningOf={({ binds }) => fill(texts.revokeWarning, { binds })}
      editLabel={texts.edit}
      form={(credential, close) => (
        <CredentialDialog
          credential={credential}
          close={close}
          onCreated={(issued) => onShow({ title: t.smpp.issued.created, ...issued, note: null })}
        />
      )}
      actions={(credential) => [isOwner && isActive(credential) && { label: texts.rotate, dialog: 'rotate' }]}
    />
  )
}
