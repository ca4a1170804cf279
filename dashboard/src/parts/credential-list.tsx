import { Badge, Code, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Credential } from '../../../src/contract/console/credentials.ts'
import type { AnswerOf } from '../../../src/contract/console/index.ts'
import { ask } from '../api.ts'
import { mayAs, useThisAccount } from '../session.tsx'
import { fill, t } from '../text.ts'
import { EditDialog } from './edit-dialog.tsx'
import type { Column } from './listing.tsx'
import { ResourceList, type ResourceListProps } from './resource-page.tsx'
import { EmptyList } from './rows.tsx'
import { Section } from './section.tsx'
import { Note } from './text.tsx'

type Texts = typeof t.apiSetup.list | typeof t.smpp.list

/** The texts of a rotation. The old and the new secret work during the overlap. */
interface Rotation {
  readonly title: string
  readonly about: string
  readonly overlapHelp: string
  readonly submit: string
}

type Rotated = AnswerOf<'POST /accounts/:account/credentials/:credential/rotate'>

interface CredentialListProps
  extends Pick<
    ResourceListProps<'GET /accounts/:account/credentials'>,
    'columns' | 'everySeconds' | 'actions' | 'form' | 'editLabel' | 'dialogs'
  > {
  readonly kind: string
  readonly texts: Texts
  readonly isActive: (credential: Credential) => boolean
  readonly rotationOf: (credential: Credential) => Rotation
  readonly onRotated: (answer: Rotated, credential: Credential) => void
  readonly warningOf: (credential: Credential) => ReactNode
}

/** The credentials of some kinds: keys and tokens, or SMPP passwords. */
export function CredentialList({
  kind,
  texts,
  isActive,
  rotationOf,
  onRotated,
  warningOf,
  form,
  dialogs,
  ...list
}: CredentialListProps) {
  const account = useThisAccount()
  const path = { account: account.id }
  return (
    <Section title={texts.title} about={texts.about} isBare>
      <ResourceList
        {...list}
        route="GET /accounts/:account/credentials"
        path={path}
        query={{ kind }}
        isFiltered={false}
        label={texts.title}
        empty={<EmptyList title={texts.empty}>{texts.emptyAbout}</EmptyList>}
        mayChange={mayAs(account, 'owner')}
        form={form}
        mayEdit={form ? isActive : false}
        nameOf={({ id, name }) => fill(texts.numbered, { name, id: String(id) })}
        remove={(credential) =>
          isActive(credential)
            ? {
                label: texts.revoke,
                title: fill(texts.revokeTitle, { name: credential.name }),
                warning: warningOf(credential),
                submit: texts.revoke,
                run: () =>
                  ask('DELETE /accounts/:account/credentials/:credential', {
                    path: { ...path, credential: credential.id },
                  }),
                refreshes: [`${account.path}/credentials`, `${account.path}/smpp`],
                done: fill(texts.revoked, { name: credential.name }),
              }
            : null
        }
        dialogs={{
          rotate(credential, close) {
            const { about, overlapHelp, ...rotation } = rotationOf(credential)
            return (
              <EditDialog
                {...rotation}
                route="POST /accounts/:account/credentials/:credential/rotate"
                path={{ ...path, credential: credential.id }}
                about={<Text>{about}</Text>}
                values={{ overlapHours: 24 as number | string }}
                fields={{ overlapHours: { label: t.shared.overlap, help: overlapHelp } }}
                close={close}
                done={(answer) => onRotated(answer, credential)}
              />
            )
          },
          ...dialogs,
        }}
      />
    </Section>
  )
}

export const nameColumn = (label: string, number: Texts['number']): Column<Credential> => ({
  label,
  show: ({ id, name, apiKey }) => (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Note size="xs">
        {fill(number, { id: String(id) })} {apiKey && <Code style={{ whiteSpace: 'nowrap' }}>{apiKey}</Code>}
      </Note>
    </>
  ),
})

/** A property that most credentials do not have. */
export const Mark = ({ text, about }: { readonly text: string; readonly about: string }) => (
  <Badge variant="default" radius="sm" tt="none" title={about}>
    {text}
  </Badge>
)
