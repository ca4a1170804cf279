import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Credential } from '../../../../src/contract/console/credentials.ts'
import { allScopes, narrowsScopes } from '../../../../src/values/scopes.ts'
import { ask } from '../../api.ts'
import { confirm } from '../../parts/confirm.ts'
import { CredentialList, Mark, nameColumn } from '../../parts/credential-list.tsx'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import type { Column } from '../../parts/listing.tsx'
import { Note, Status, When } from '../../parts/text.tsx'
import { mayAs, useMe, useThisAccount } from '../../session.tsx'
import { fill, rich, t, wordFor } from '../../text.ts'
import { isEnded, type Shown, stateOf } from './credential.ts'
import { choiceOf, ScopesField, scopesOf, validateScopes } from './scopes-field.tsx'

const columns: readonly Column<Credential>[] = [
  nameColumn(t.apiSetup.list.name, t.apiSetup.list.number),
  { label: t.apiSetup.list.kind, show: (credential) => <Kind credential={credential} /> },
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
          <Note size="xs">{fill(t.apiSetup.list.replacedBy, { id: String(credential.replacedBy) })}</Note>
        )}
      </>
    ),
  },
]

function Kind({ credential: { kind, operator, lenient, privateUrls } }: { readonly credential: Credential }) {
  return (
    <Group gap={6}>
      {kind !== 'smpp' && t.apiSetup.kinds[kind]}
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

const code = (text: ReactNode) => <code>{text}</code>

/** The effects of making a key or token lenient or strict. */
function LenientEffect({ lenient }: { readonly lenient: boolean }) {
  const { toStrict, toLenient, toStrictAnswers, toLenientAnswers, effect } = t.apiSetup.lenient
  return (
    <Stack gap="sm">
      <Text size="sm">{rich(lenient ? toStrict : toLenient, { code })}</Text>
      <Text size="sm">{rich(lenient ? toStrictAnswers : toLenientAnswers, { code })}</Text>
      <Note>{effect}</Note>
    </Stack>
  )
}

export function Credentials({ onShow }: { readonly onShow: (shown: Shown) => void }) {
  const account = useThisAccount()
  const { operator } = useMe()
  const isOwner = mayAs(account, 'owner')
  const pathOf = ({ id }: Credential) => ({ account: account.id, credential: id })
  const refreshes = [`${account.path}/credentials`]
  const isActive = (credential: Credential) => !isEnded(stateOf(credential, new Date()))
  function switchLenient(credential: Credential): void {
    const { name, lenient } = credential
    const texts = t.apiSetup.lenient
    confirm({
      title: fill(lenient ? texts.strictTitle : texts.lenientTitle, { name }),
      warning: <LenientEffect lenient={lenient} />,
      submit: lenient ? t.apiSetup.list.makeStrict : t.apiSetup.list.makeLenient,
      isDangerous: false,
      run: () =>
        ask('PATCH /accounts/:account/credentials/:credential', {
          path: pathOf(credential),
          body: { lenient: !lenient },
        }),
      refreshes,
      done: fill(lenient ? texts.nowStrict : texts.nowLenient, { name }),
    })
  }
  /** Whether the dlr-url of a key may use plain HTTP and private hosts. */
  function switchPrivateUrls(credential: Credential): void {
    const { name, privateUrls } = credential
    const texts = t.apiSetup.privateUrls
    confirm({
      title: fill(privateUrls ? texts.forbidTitle : texts.allowTitle, { name }),
      warning: privateUrls ? texts.forbidEffect : texts.allowEffect,
      submit: privateUrls ? texts.forbid : texts.allow,
      isDangerous: false,
      run: () =>
        ask('PATCH /accounts/:account/credentials/:credential', {
          path: pathOf(credential),
          body: { privateUrls: !privateUrls },
        }),
      refreshes,
      done: fill(privateUrls ? texts.nowForbidden : texts.nowAllowed, { name }),
    })
  }
  return (
    <CredentialList
      kind="key,token"
      texts={t.apiSetup.list}
      columns={columns}
      everySeconds={30}
      isActive={isActive}
      rotationOf={({ kind, name }) => ({
        about: t.apiSetup.rotate.about,
        overlapHelp: t.apiSetup.rotate.overlapHelp,
        title: fill(t.apiSetup.rotate.title, { name }),
        submit: kind === 'key' ? t.apiSetup.rotate.createKey : t.apiSetup.rotate.createToken,
      })}
      onRotated={(issued, { kind, name, products }) =>
        !('password' in issued) &&
        onShow({
          title: fill(kind === 'key' ? t.apiSetup.rotate.newKey : t.apiSetup.rotate.newToken, { name }),
          issued,
          products,
        })
      }
      warningOf={() => t.apiSetup.list.revokeWarning}
      actions={(credential) =>
        isOwner && isActive(credential)
          ? [
              credential.replacedBy === null &&
                (!credential.operator || operator) && { label: t.apiSetup.list.replace, dialog: 'rotate' },
              { label: t.apiSetup.scopes.change, dialog: 'scopes' },
              {
                label: credential.lenient ? t.apiSetup.list.makeStrict : t.apiSetup.list.makeLenient,
                onClick: () => switchLenient(credential),
              },
              // Kannel-compatible requests, which have a dlr-url, have no tokens.
              operator &&
                credential.kind === 'key' && {
                  label: credential.privateUrls ? t.apiSetup.privateUrls.forbid : t.apiSetup.privateUrls.allow,
                  onClick: () => switchPrivateUrls(credential),
                },
            ]
          : []
      }
      dialogs={{
        scopes: ({ id, name, scopes, products }, close) => (
          <EditDialog
            route="PATCH /accounts/:account/credentials/:credential"
            path={{ account: account.id, credential: id }}
            title={fill(t.apiSetup.scopes.changeTitle, { name })}
            submit={t.apiSetup.scopes.change}
            values={{ scopes: choiceOf(scopes) }}
            fields={{ scopes: { label: '', check: validateScopes, input: (props) => <ScopesField {...props} /> } }}
            body={(values) => ({ scopes: scopesOf(values.scopes) })}
            close={close}
            done={fill(t.apiSetup.scopes.changed, { name })}
          >
            {(inputs, form) => (
              <>
                {inputs.scopes}
                {products === null && narrowsScopes(scopes, scopesOf(form.values.scopes)) && (
                  <Text size="sm">{t.apiSetup.scopes.closesPublicApi}</Text>
                )}
              </>
            )}
          </EditDialog>
        ),
      }}
    />
  )
}
