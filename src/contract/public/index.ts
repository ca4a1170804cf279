import type { RouteShapes } from '../route.ts'
import type { Static, TSchema } from '../type.ts'
import { TransferBody, TransferReply, TransferStatus, TransferStatusBody } from './airtime.ts'
import { CreditQuery, CreditReply, SmsCreditReply, VendorsQuery } from './balance.ts'
import { ActiveUsers, ActiveUsersQuery, ChatBody, ChatReply } from './chat.ts'
import { CheckoutQuery, CheckoutReply } from './checkout.ts'
import {
  BookBody,
  Books,
  BooksQuery,
  ContactBody,
  ContactRemovalQuery,
  Contacts,
  ContactsQuery,
  Deleted,
  NewBookBody,
  NewContactBody,
  RemovalBody,
  Written,
} from './contacts.ts'
import { PinRequestBody, PinRequestReply, PinVerifyBody, PinVerifyReply } from './otp.ts'
import { SenderNameBody, SenderNameReply, SenderNames, SenderNamesQuery } from './senders.ts'
import { DeliveryReports, DeliveryReportsQuery, SendBody, SendReply } from './sms.ts'
import { TemplateBody, TemplateChange, TemplateDeleted, TemplateReply, Templates, TemplatesQuery } from './templates.ts'

/** Every route of the public API, with the schemas of its requests and of its 200 response. */
export const publicRoutes = {
  'POST /v1/send': { body: SendBody, answer: SendReply },
  'GET /public/v1/delivery-reports': { query: DeliveryReportsQuery, answer: DeliveryReports },
  'GET /public/v1/sender-names': { query: SenderNamesQuery, answer: SenderNames },
  'POST /public/v1/sender-names': { body: SenderNameBody, answer: SenderNameReply },
  'GET /public/v1/sms-templates': { query: TemplatesQuery, answer: Templates },
  'POST /public/v1/sms-templates': { body: TemplateBody, answer: TemplateReply },
  'PUT /public/v1/sms-templates/:id': { body: TemplateChange, answer: TemplateReply },
  'DELETE /public/v1/sms-templates/:id': { answer: TemplateDeleted },
  'GET /public/v1/address-books': { query: BooksQuery, answer: Books },
  'POST /public/v1/address-books': { body: NewBookBody, answer: Written },
  'PUT /public/v1/address-books/:book': { body: BookBody, answer: Written },
  'DELETE /public/v1/address-books/:book': { answer: Deleted },
  'GET /public/v1/contacts': { query: ContactsQuery, answer: Contacts },
  'POST /public/v1/contacts': { body: NewContactBody, answer: Written },
  'PUT /public/v1/contacts/:contact': { body: ContactBody, answer: Written },
  'DELETE /public/v1/contacts/:contact': { query: ContactRemovalQuery, answer: Deleted },
  'DELETE /public/v1/contacts': { body: RemovalBody, answer: Deleted },
  'GET /v1/credit-balance': { query: CreditQuery, answer: CreditReply },
  'GET /public/v1/vendors/balance': { query: VendorsQuery, answer: SmsCreditReply },
  'POST /v1/transfer': { body: TransferBody, answer: TransferReply },
  'POST /v1/transaction-status': { body: TransferStatusBody, answer: TransferStatus },
  'POST /v1/request': { body: PinRequestBody, answer: PinRequestReply },
  'POST /v1/verify': { body: PinVerifyBody, answer: PinVerifyReply },
  'GET /v1/checkout': { query: CheckoutQuery, answer: CheckoutReply },
  'POST /v1/chatapi': { body: ChatBody, answer: ChatReply },
  'GET /v1/chatapi/active-users': { query: ActiveUsersQuery, answer: ActiveUsers },
} as const satisfies RouteShapes

type PublicRoutes = typeof publicRoutes

/** The method and path of a route, which identify it. */
export type PublicRoute = keyof PublicRoutes

export type PublicAnswer<Route extends PublicRoute> = Static<PublicRoutes[Route]['answer']>

type PartOf<Route extends PublicRoute, Part extends 'body' | 'query'> = PublicRoutes[Route] extends {
  readonly [Name in Part]: infer Shape extends TSchema
}
  ? { readonly [Name in Part]: Static<Shape> }
  : { readonly [Name in Part]?: undefined }

export type PublicRequest<Route extends PublicRoute> = PartOf<Route, 'body'> & PartOf<Route, 'query'>
