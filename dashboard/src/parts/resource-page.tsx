import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { ItemOf, ListRoute } from '../../../src/contract/console/index.ts'
import { placeOf } from '../../../src/values/address.ts'
import type { Readable } from '../data.ts'
import { fill, t } from '../text.ts'
import { type Confirmation, confirm } from './confirm.ts'
import { type Dialogs, useDialogRow, useDialogs } from './dialogs.ts'
import { TextFilter } from './filter-fields.tsx'
import { useFilters } from './filters.ts'
import { Icon } from './icon.tsx'
import { type Column, Listing, type ListProps } from './listing.tsx'
import { PageHead } from './page-head.tsx'
import { type RowAction, RowMenu } from './row-menu.tsx'
import { Section } from './section.tsx'

/** An action of a row. With a name it is a button beside the menu, which has this name for screen readers. */
export interface ResourceAction extends RowAction {
  readonly name?: string
  /** Opens this dialog about the row. */
  readonly dialog?: string
}

type Falsy = false | null | undefined | ''
type ItemText<Route extends ListRoute, Text> = (row: ItemOf<Route>) => Text

export interface ResourceListProps<Route extends ListRoute & Readable> extends Omit<ListProps<Route>, 'keyOf'> {
  /** By default the id. */
  readonly keyOf?: ItemText<Route, string | number>
  /** The label of a search by text, which is the filter `q` of the address. */
  readonly search?: string
  /** Filters beside the search. */
  readonly filters?: ReactNode
  /** Whether the user may change rows. Without the right there are no actions, and the address opens no form. */
  readonly mayChange?: boolean
  /** Names a row for screen readers. */
  readonly nameOf?: ItemText<Route, string>
  /** Actions before those to edit and to delete, also for users who may not change rows. */
  readonly actions?: (row: ItemOf<Route>, dialogs: Dialogs) => readonly (ResourceAction | Falsy)[]
  readonly actionsWidth?: number
  /** The form of a new row, or the change of one: the dialogs `add`, with what a link gives (`add.mno`), and `edit`. */
  readonly form?: (row: ItemOf<Route> | null, close: Dialogs['close'], given: string) => ReactNode
  readonly editLabel?: string
  /** The name of its button, which is then beside the menu. */
  readonly editName?: ItemText<Route, string>
  /** False for a form that only adds rows. */
  readonly mayEdit?: boolean | ItemText<Route, boolean>
  /** The confirmation of a deletion; null for a row that cannot be deleted. */
  readonly remove?: ItemText<Route, (Confirmation & Pick<ResourceAction, 'name'> & { readonly label?: string }) | null>
  /** The dialog `import`. */
  readonly importing?: (close: Dialogs['close']) => ReactNode
  /** Other dialogs, by name. */
  readonly dialogs?: Readonly<Record<string, (row: ItemOf<Route>, close: Dialogs['close']) => ReactNode>>
}

const idOf = (row: unknown) => (row as { readonly id: string | number }).id

/** A list with its search, filters, actions and dialogs. */
export function ResourceList<Route extends ListRoute & Readable>({
  search,
  filters,
  mayChange = true,
  nameOf = () => '',
  actions,
  actionsWidth,
  form,
  editLabel = t.shared.edit,
  editName,
  mayEdit = form !== undefined,
  remove,
  importing,
  dialogs: others = {},
  keyOf = idOf,
  ...list
}: ResourceListProps<Route>) {
  const [{ q }] = useFilters()
  const dialogs = useDialogs()
  const { name, id, close } = dialogs
  const row = useDialogRow(dialogs, list.route, list.path, keyOf)
  const isEditable = (one: ItemOf<Route>) => mayChange && (typeof mayEdit === 'function' ? mayEdit(one) : mayEdit)
  function actionsOf(one: ItemOf<Route>): readonly ResourceAction[] {
    const confirmation = mayChange && remove?.(one)
    const ownActions: readonly (ResourceAction | Falsy)[] = [
      ...(actions?.(one, dialogs) ?? []),
      isEditable(one) && { label: editLabel, name: editName?.(one), dialog: 'edit' },
      confirmation && {
        label: confirmation.label ?? t.shared.delete,
        name: confirmation.name,
        isDangerous: true,
        onClick: () => confirm({ refreshes: [placeOf(list.route, list.path)], ...confirmation }),
      },
    ]
    return ownActions.flatMap((action) => action || [])
  }
  const withActions: Column<ItemOf<Route>> = {
    label: t.shared.actions,
    hidden: true,
    right: true,
    width: actionsWidth,
    show: (one) => (
      <RowActions
        label={fill(t.shared.actionsFor, { name: nameOf(one) })}
        actions={actionsOf(one)}
        open={(dialog) => dialogs.open(dialog, keyOf(one))}
      />
    ),
  }
  const columns = list.columns.map((column) =>
    column.edits
      ? {
          ...column,
          show: (one: ItemOf<Route>) => (
            <EditLink isLink={isEditable(one)} onClick={() => dialogs.open('edit', keyOf(one))}>
              {column.show(one)}
            </EditLink>
          ),
        }
      : column,
  )
  const hasActions = actions !== undefined || (mayChange && ((mayEdit !== false && form) || remove) !== undefined)
  return (
    <>
      <Stack gap="md">
        {(search !== undefined || filters) && (
          <Group gap="sm" align="flex-end">
            {search && <TextFilter label={search} />}
            {filters}
          </Group>
        )}
        <Listing
          {...(list as ListProps<Route>)}
          query={search === undefined ? list.query : ({ q, ...list.query } as typeof list.query)}
          keyOf={keyOf}
          columns={hasActions ? [...columns, withActions] : columns}
        />
      </Stack>
      {mayChange && name === 'add' && form?.(null, close, id)}
      {mayChange && name === 'edit' && row && form?.(row, close, id)}
      {mayChange && name === 'import' && importing?.(close)}
      {mayChange && name !== null && row && others[name]?.(row, close)}
    </>
  )
}

interface RowActionsProps {
  readonly label: string
  readonly actions: readonly ResourceAction[]
  /** Opens the dialog of an action. */
  readonly open?: (dialog: string) => void
}

/** Buttons and the menu of a row. */
export function RowActions({ label, actions, open }: RowActionsProps) {
  const opening = actions.map(({ dialog, ...action }) =>
    dialog === undefined ? action : { ...action, onClick: () => open?.(dialog) },
  )
  const menu = opening.filter(({ name }) => name === undefined)
  return (
    <Group gap="xs" justify="flex-end" wrap={opening.length - menu.length > 2 ? 'wrap' : 'nowrap'}>
      {opening.map(({ name, label: text, to, search, onClick }) => {
        if (name === undefined) return <Fragment key={text} />
        const props = { size: 'compact-sm', variant: 'default', 'aria-label': name }
        return to === undefined ? (
          <Button key={text} {...props} onClick={onClick}>
            {text}
          </Button>
        ) : (
          <Button key={text} {...props} component={Link} to={to} search={(search ?? {}) as never}>
            {text}
          </Button>
        )
      })}
      <RowMenu label={label} actions={menu} />
    </Group>
  )
}

interface EditLinkProps {
  readonly isLink: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function EditLink({ isLink, onClick, children }: EditLinkProps) {
  if (!isLink) return children
  return (
    <Anchor component="button" type="button" inherit ta="inherit" onClick={onClick}>
      {children}
    </Anchor>
  )
}

interface ResourcePageProps<Route extends ListRoute & Readable> extends Omit<ResourceListProps<Route>, 'label'> {
  /** The name of the table, if it is not the title. */
  readonly label?: string
  readonly title: string
  readonly about?: ReactNode
  /** The label of the button that opens the form of a new row. */
  readonly add?: string
  /** Buttons before it, such as those of import and export. */
  readonly buttons?: ReactNode
  /** The head of the list, on a page with more content. */
  readonly section?: readonly [title: string, about: string]
  /** Content above the list. */
  readonly above?: ReactNode
}

/** A page with one list. */
export function ResourcePage<Route extends ListRoute & Readable>({
  title,
  about,
  add,
  buttons,
  section,
  above,
  ...list
}: ResourcePageProps<Route>) {
  const { open } = useDialogs()
  const rows = <ResourceList label={title} {...(list as Omit<ResourceListProps<Route>, 'label'>)} />
  return (
    <>
      <PageHead title={title} about={about}>
        {buttons}
        {add && (list.mayChange ?? true) && (
          <Button onClick={() => open('add')} leftSection={<Icon name="plus" />}>
            {add}
          </Button>
        )}
      </PageHead>
      <Stack gap={section ? 'lg' : 'md'}>
        {above}
        {section ? (
          <Section title={section[0]} about={section[1]} isBare>
            {rows}
          </Section>
        ) : (
          rows
        )}
      </Stack>
    </>
  )
}
