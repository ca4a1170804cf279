import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Idle } from '../../../engine/flow/idle.ts'
import { createLink } from '../../../engine/smpp/link.ts'
import { type Fields, type Pdu, status } from '../../../engine/smpp/pdu.ts'
import { allowsAddress } from '../credentials/rules.ts'
import { type AuthenticationProblem, type Bind, type BindMode, bindModes, type SmppCredential } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import type { Leases } from './leases.ts'
import type { ServerMetrics } from './metrics.ts'
import { explain, Rejection, rejectionOf } from './rejection.ts'
import { serveRequest } from './serve.ts'

/** One connection of a customer. */
export interface Session {
  /** Null before the bind. */
  readonly bind: Bind | null
  /** False when the credential of the bind was revoked, its account suspended, or this address is no longer allowed. */
  readonly isAllowed: boolean
  /** The lease of the bind. */
  readonly leaseId: number | null
  /** Answers outstanding requests, unbinds and closes. */
  leave(): Promise<void>
  destroy(why: string): void
  /** Resolves when the connection has ended and its place is free. */
  readonly ended: Promise<void>
}

export const defaultTimes = {
  /** The maximum time from the connection to the bind request. */
  bindMs: 10_000,
  /** How long a customer waits for the answer to a wrong password. */
  refusalMs: 1_000,
  answerMs: 20_000,
  /** Customers expect enquire_link about twice a minute. */
  enquireMs: 30_000,
  /** The time between two looks for a renewed certificate. */
  certificateMs: 60_000,
}

interface SessionOptions {
  readonly address: string
  readonly encrypted: boolean
  readonly times: typeof defaultTimes
  readonly leases: Leases
  readonly metrics: ServerMetrics
  isStopping(): boolean
  onBound(session: Session): void
}

const modesOfCommands: ReadonlyMap<string, BindMode> = new Map(bindModes.map((mode) => [`bind_${mode}`, mode]))
/** Our name in responses to binds. */
const systemId = 'ngoma'
const version34 = 0x34
const unreadBytesMax = 1024 * 1024
/** Enquiries and throttled requests of a connection, which take no place in a rate or window. */
const quickRates = { unbound: { size: 20, perSecond: 20 }, bound: { size: 200, perSecond: 200 } } as const
/** The maximum wait for outstanding answers, and for the response to our unbind. */
const leaveMsMax = 3_000

const credentialEnded = () =>
  new Rejection(
    status.bindFailed,
    'the credential was revoked, its account suspended, or this IP address is no longer allowed: ask the operator',
  )

/** The same answer to a wrong system id and to a wrong address as to a wrong password: it must not help to guess one. */
const problems: Readonly<Record<AuthenticationProblem, () => Rejection>> = {
  unknown: () =>
    new Rejection(status.invalidPassword, 'wrong system_id or password, or binds from this IP address are not allowed'),
  slowed: () => new Rejection(status.bindFailed, 'too many wrong passwords: try again later'),
  suspended: () => new Rejection(status.bindFailed, 'the account is suspended'),
}

export function openSession(ctx: SmppServerContext, socket: Socket, options: SessionOptions): Session {
  const { address, encrypted, times, leases } = options
  const link = createLink(socket, {
    answerMs: times.answerMs,
    enquireMs: times.enquireMs,
    unreadBytesMax,
    onRequest: take,
    onUnreadable: () => status.invalidCommandLength,
    quickRate: () => (bind === null ? quickRates.unbound : quickRates.bound),
  })
  const outstanding = new Idle()
  let bind: Bind | null = null
  let leaseId: number | null = null
  let isBinding = false
  let isLeaving = false
  let takesTlvs = true
  const bindTimer = setTimeout(() => link.destroy('no bind in time'), times.bindMs)

  function mayUse(credentialId: number): boolean {
    const current = ctx.authenticator.find(credentialId)
    return current !== null && allowsAddress(current, address)
  }

  function take(request: Pdu): void {
    const mode = modesOfCommands.get(request.command)
    if (mode !== undefined) void tryBind(request, mode)
    else if (bind === null) link.refuse(request, status.invalidBindStatus)
    else if (request.command === 'unbind') void unbind(request)
    else void serve(request, bind)
  }

  /** An error response without a text has no body. SMPP 3.3 has no TLVs. */
  function refuse(request: Pdu, { status: commandStatus, message }: Rejection): void {
    const fields = takesTlvs ? explain(message) : {}
    if (commandStatus === status.throttled) link.refuse(request, commandStatus, fields)
    else link.answer(request, commandStatus, fields)
  }

  async function tryBind(request: Pdu, mode: BindMode): Promise<void> {
    if (isBinding || bind !== null || options.isStopping()) {
      link.refuse(request, options.isStopping() ? status.bindFailed : status.alreadyBound)
      return
    }
    isBinding = true
    takesTlvs = (request.fields.interface_version ?? 0) >= version34
    clearTimeout(bindTimer)
    const admitted = await admit(request, mode)
    if (admitted instanceof Rejection) {
      // The customer waits; nobody else does.
      await sleep(times.refusalMs)
      refuse(request, admitted)
      link.end(admitted.message)
      return
    }
    leaseId = admitted.leaseId
    // The customer may be gone by now. The end of the connection was handled before there was a lease.
    if (link.isEnded) return void leases.release(leaseId)
    // Nobody closes a connection without a bind when its credential is changed or revoked or its account suspended.
    if (!mayUse(admitted.credential.id)) {
      refuse(request, credentialEnded())
      return link.end('the credential is no longer valid')
    }
    bind = toBind(admitted.credential, mode)
    link.answer(request, status.ok, {
      system_id: systemId,
      ...(takesTlvs ? { sc_interface_version: version34 } : {}),
    })
    options.onBound(session)
  }

  /** Checks the credential and takes a place among its binds. */
  async function admit({ fields: { system_id: systemId = '', password = '' } }: Pdu, mode: BindMode) {
    try {
      const credential = await ctx.authenticator.authenticate({ systemId, password, address })
      if (typeof credential === 'string') return problems[credential]()
      const takenId = await leases.take({ credential, mode, address, encrypted })
      if (takenId !== null) return { credential, leaseId: takenId }
      return new Rejection(status.bindFailed, `this system_id has its maximum of ${credential.bindsMax} binds`)
    } catch (error) {
      return rejectionOf(ctx, error)
    }
  }

  function toBind(first: SmppCredential, mode: BindMode): Bind {
    let latest = first
    return {
      get credential() {
        latest = ctx.authenticator.find(first.id) ?? latest
        return latest
      },
      mode,
      get unanswered() {
        return link.unanswered
      },
      deliver: (fields: Fields) => link.request('deliver_sm', fields),
    }
  }

  async function serve(request: Pdu, bound: Bind): Promise<void> {
    const beganAtMs = performance.now()
    let commandStatus: number = status.ok
    outstanding.enter()
    try {
      if (isLeaving)
        throw new Rejection(status.systemError, 'the server is stopping: bind again and repeat the request')
      if (ctx.authenticator.find(bound.credential.id) === null) throw credentialEnded()
      if (outstanding.count > bound.credential.windowSize)
        throw new Rejection(
          status.throttled,
          `more than ${bound.credential.windowSize} requests of this bind are unanswered: wait for responses`,
        )
      link.answer(request, status.ok, await serveRequest(ctx, bound, request))
    } catch (error) {
      const rejection = rejectionOf(ctx, error)
      commandStatus = rejection.status
      refuse(request, rejection)
    } finally {
      outstanding.leave()
      options.metrics.answered(request.command, commandStatus, (performance.now() - beganAtMs) / 1_000)
    }
  }

  /** The place is free before the response, so that the customer can bind again at once. */
  async function unbind(request: Pdu): Promise<void> {
    isLeaving = true
    await Promise.race([outstanding.wait(), sleep(leaveMsMax, undefined, { ref: false })])
    await releaseLease()
    link.answer(request, status.ok)
    link.end('the customer unbound')
  }

  async function releaseLease(): Promise<void> {
    const id = leaseId
    leaseId = null
    if (id !== null) await leases.release(id)
  }

  const session: Session = {
    get bind() {
      return isLeaving || link.isEnded ? null : bind
    },
    get isAllowed() {
      return bind === null || mayUse(bind.credential.id)
    },
    get leaseId() {
      return leaseId
    },
    async leave() {
      isLeaving = true
      await Promise.race([outstanding.wait(), sleep(leaveMsMax, undefined, { ref: false })])
      const unbound = bind === null ? null : link.request('unbind').catch(() => {})
      await Promise.race([unbound, sleep(leaveMsMax, undefined, { ref: false })])
      link.end('the server stops')
      await session.ended
    },
    destroy: (why) => link.destroy(why),
    ended: link.ended.then((why) => {
      clearTimeout(bindTimer)
      ctx.log.debug({ address, credential: bind?.credential.id, why }, 'an SMPP connection ended')
      return releaseLease()
    }),
  }
  return session
}
