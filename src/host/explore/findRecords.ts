import * as vscode from 'vscode';
import { getReuseForOffer } from '../../app/cost/offeredQuotes.ts';
import { formatExpectedPrice, formatPriceWithAge, formatPriceWithAnsweringService } from '../../app/cost/formatPrice.ts';
import { parseLookUpInput } from '../../app/lookUp/parseLookUpInput.ts';
import { checkParams } from '../../client/checkParams.ts';
import type { Client, Quote } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { communitiesSearch, communityMembersSearch, gatewayListsSearch, search } from '../../client/endpoints/table.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { AnswerReuse } from '../../client/policies/send.ts';
import { toPage } from '../../client/records/toPage.ts';
import { callWithNotifications } from '../shared/callAndShow.ts';
import { isSandboxLink } from '../../app/origin/getPermalinkBase.ts';
import { getCurrentConnections, hasSameAddresses } from '../../app/origin/currentConnections.ts';
import { getAnswerWorld } from '../../app/origin/world.ts';
import type { Services } from '../shared/services.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { refuseForeignWorld } from '../shared/words/describeWorld.ts';
import { type PinView, toPinInput } from '../../app/pins/pin.ts';
import type { PinnedTree } from './tree/pinnedTree.ts';
import { RecordNode } from './tree/recordNode.ts';
import { type RecordIdentity, listLookUpRequests, maxPageSize, type SectionRequest } from '../../app/explore/sections.ts';
import { chooseServiceForPin, type ReadinessByService } from '../../app/explore/serviceReadiness.ts';
import { readServiceReadiness } from '../services/readServiceReadiness.ts';
import { toTreeRecords } from '../../app/records/treeRecord.ts';

interface SearchTexts {
  readonly title: string;
  readonly placeHolder: string;
  readonly toQuestion: (text: string) => SectionRequest;
}

/** How one finds the things of a kind: one of them to pin it, or many by a search. */
interface PinAndSearchTexts {
  readonly pin: {
    readonly title: string;
    readonly placeHolder: string;
    /** What is said of a text that fits nothing. */
    readonly refusal: string;
  };
  readonly search: SearchTexts;
}

const { l10n } = vscode;

const findingTexts: Readonly<Record<PinView, PinAndSearchTexts>> = {
  user: {
    pin: {
      title: l10n.t('Pin User'),
      placeHolder: l10n.t('@handle, link to a profile, or numeric id'),
      refusal: l10n.t('Not a handle (1 to 15 letters, digits or underscores), profile link or numeric id.'),
    },
    search: {
      title: l10n.t('Search People'),
      placeHolder: l10n.t('Words of a name, handle or profile'),
      toQuestion: (text) => ({ endpoint: search, params: { searchItem: text, category: 'People' } }),
    },
  },
  list: {
    pin: {
      title: l10n.t('Pin List'),
      placeHolder: l10n.t('Link to a list, or its numeric id'),
      refusal: l10n.t('Not a link to a list or a numeric id (digits only, at most 30).'),
    },
    search: {
      title: l10n.t('Search Lists'),
      placeHolder: l10n.t('Words of a list’s name'),
      toQuestion: (text) => ({ endpoint: gatewayListsSearch, params: { q: text, limit: maxPageSize } }),
    },
  },
  community: {
    pin: {
      title: l10n.t('Pin Community'),
      placeHolder: l10n.t('Link to a community, or its numeric id'),
      refusal: l10n.t('Not a link to a community or a numeric id (digits only, at most 30).'),
    },
    search: {
      title: l10n.t('Search Communities'),
      placeHolder: l10n.t('What the community is about'),
      toQuestion: (text) => ({ endpoint: communitiesSearch, params: { searchTerm: text, count: maxPageSize } }),
    },
  },
};

/**
 * Asks what to pin and says what the look-up costs, looks it up, pins it and shows it in the view.
 * @param given by another part of the extension: it is put into the box, and to go on is still the person's
 */
export async function lookUpAndPin(services: Services, tree: PinnedTree, kind: PinView, given?: string): Promise<void> {
  const { refusal, ...box } = findingTexts[kind].pin;
  const asked = await askForQuestion(services, async (before) => {
    const statuses = await readServiceReadiness(services);
    return {
      ...box,
      value: before === '' ? (given ?? '') : before,
      read: (typed) => (typed.trim() === '' ? undefined : (toLookUpQuestion(kind, typed, statuses) ?? refusal)),
    };
  });
  if (asked === undefined) {
    return;
  }
  const { endpoint, params } = asked.question;
  const exchange = await callWithNotifications(services, endpoint, params, { reuse: asked.reuse }, async () => {
    await lookUpAndPin(services, tree, kind, given);
  });
  if (exchange === undefined) {
    return; // it was said why
  }
  const record = toTreeRecords(toPage(exchange)).find((found) => found.kind === kind);
  const pin = record === undefined ? undefined : toPinInput(record, getAnswerWorld(services.connections, exchange));
  if (pin === undefined) {
    showRefusal(l10n.t('{0}: the answer names no id, so nothing was pinned.', endpoint.title));
    return;
  }
  await services.pins.place([pin]);
  await tree.revealPin(pin);
}

/** Asks for words and lists what matches at the top of the view. */
export async function searchRecords(services: Services, tree: PinnedTree, kind: PinView): Promise<void> {
  await askAndAddSearch(services, tree, findingTexts[kind].search);
}

/** Asks for a part of a handle and shows the members of a community that match, in front of its parts, in the tree that it stands in. */
export async function searchCommunityMembers(services: Services, node: TreeNode | undefined): Promise<void> {
  if (!(node instanceof RecordNode) || node.record.kind !== 'community') {
    showRefusal(l10n.t('Choose a community in the tree first.'));
    return;
  }
  if (!node.canAsk(communityMembersSearch.service) && refuseForeignWorld(node.world)) {
    return;
  }
  const communityId = node.record.id;
  await askAndAddSearch(services, node, {
    title: l10n.t('Search Members'),
    placeHolder: l10n.t('A part of a member’s handle'),
    toQuestion: (text) => ({ endpoint: communityMembersSearch, params: { communityId, query: text, count: maxPageSize } }),
  });
}

async function askAndAddSearch(
  services: Services,
  place: Pick<PinnedTree, 'addSearch'>,
  { title, placeHolder, toQuestion }: SearchTexts,
): Promise<void> {
  const asked = await askForQuestion(services, (value) => ({
    title,
    placeHolder,
    value,
    endpoint: toQuestion('').endpoint,
    read: (typed) => {
      const question = toQuestion(typed.trim());
      const [fault] = checkParams(question.endpoint, question.params);
      return typed.trim() === '' || fault !== undefined ? (fault?.message ?? placeHolder) : question;
    },
  }));
  if (asked !== undefined) {
    const { text, question, reuse } = asked;
    const name = `search:${JSON.stringify(question.params)}`;
    const row = await place.addSearch({
      name,
      title: l10n.t('{0}: {1}', title, sanitizeForVsCode(text)),
      icon: 'search',
      question,
    });
    await row.show(reuse);
  }
}

interface QuestionBox {
  readonly title: string;
  readonly placeHolder: string;
  readonly value?: string;
  /** What is called whatever is typed: the empty box says its price, too. */
  readonly endpoint?: Endpoint;
  /** The question that a text stands for, or why it is none; undefined where nothing has to be said. */
  readonly read: (typed: string) => SectionRequest | string | undefined;
}

/** What a person typed, and the question with which kept answers serve, as it was offered. */
interface TypedQuestionAndReuse {
  readonly text: string;
  readonly question: SectionRequest;
  readonly reuse: AnswerReuse;
}

/**
 * Asks for a text and says, as one types, what its question will cost. Asks once more where the connection changed meanwhile: the
 * price was another one's. Makes no call.
 * @param toBox the box, which holds what was typed in the one before
 * @returns undefined when the person left
 */
async function askForQuestion(
  services: Services,
  toBox: (typed: string) => QuestionBox | Promise<QuestionBox>,
): Promise<TypedQuestionAndReuse | undefined> {
  let typed = '';
  for (;;) {
    const client = await services.client();
    const before = getCurrentConnections(services.connections);
    const asked = await askPriced(client, await toBox(typed));
    if (asked === undefined || hasSameAddresses(services.connections, before)) {
      return asked;
    }
    typed = asked.text;
  }
}

async function askPriced(client: Client, { read, endpoint, ...box }: QuestionBox): Promise<TypedQuestionAndReuse | undefined> {
  let quote: Quote | undefined;
  const formatPriced = (called: Endpoint, price: string) =>
    l10n.t('{0}: {1}', called.title, formatPriceWithAnswerer(client, called, price));
  const text = await vscode.window.showInputBox({
    ...box,
    ...(endpoint === undefined ? {} : { prompt: formatPriced(endpoint, formatExpectedPrice(client.priceOf(endpoint))) }),
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const found = typed === '' ? undefined : read(typed);
      if (found === undefined || typeof found === 'string') {
        return found === undefined ? found : { message: found, severity: vscode.InputBoxValidationSeverity.Error };
      }
      quote = client.quote(found.endpoint, found.params, { reuse: reuseAnyAge });
      return {
        message: formatPriced(found.endpoint, formatPriceWithAge(quote, Date.now())),
        severity: vscode.InputBoxValidationSeverity.Info,
      };
    },
  });
  const question = text === undefined ? undefined : read(text);
  return text === undefined || typeof question !== 'object' ? undefined : { text, question, reuse: getReuseForOffer(quote) };
}

/** The call that looks up what a text names, at the service that is to be asked about it. */
function toLookUpQuestion(kind: PinView, typed: string, statuses: ReadinessByService): SectionRequest | undefined {
  const [identity] = parseLookUpInput(typed).flatMap((reading): readonly RecordIdentity[] => {
    if (reading.kind === 'handle') {
      return kind === 'user' ? [{ kind, handle: reading.handle }] : [];
    }
    return reading.kind === 'id' || reading.kind === kind ? [{ kind, id: reading.id }] : [];
  });
  const questions = identity === undefined ? [] : listLookUpRequests(identity);
  const service = chooseServiceForPin(kind, statuses, isSandboxLink(typed));
  return questions.find(({ endpoint }) => endpoint.service === service) ?? questions[0];
}

/** The price of a call, with who answers it where that may be mistaken. */
function formatPriceWithAnswerer(client: Client, { service }: Endpoint, price: string): string {
  const kinds = (['primary', 'gateway'] as const).map((one) => client.connection(one)?.kind);
  if (kinds.every((kind) => kind === 'sandbox') || !kinds.includes('sandbox')) {
    return price;
  }
  return formatPriceWithAnsweringService(price, client.connection(service)?.kind === 'sandbox');
}
