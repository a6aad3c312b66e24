import * as z from 'zod';
import { type Endpoint, endpointGroupsByService, getPathParamNames, type EndpointYield } from '../../src/client/endpoint.ts';

/** Describes a contradiction in a row, such as a path parameter that doesn't exist or an invalid example. */
export function endpointFault(endpoint: Endpoint): string | undefined {
  const { id, service, group, path, aliases, paging, paramAliases } = endpoint;
  const { shape } = endpoint.params;
  const isParam = (name: string) => Object.hasOwn(shape, name);
  const missing = [path, ...aliases.map((alias) => alias.path)].flatMap(getPathParamNames).find((name) => !isParam(name));
  const absent = getPathParamNames(path).find((name) => isParam(name) && shape[name]?.def.type === 'optional');
  const renamed = Object.keys(paramAliases).find((name) => !isParam(name));
  const untitled = Object.keys(shape).find((name) => shape[name]?.meta()?.title === undefined);
  const parsed = endpoint.params.safeParse(endpoint.example);
  const faults = [
    missing !== undefined && `the path names {${missing}}, which is not a parameter`,
    absent !== undefined && `the path names {${absent}}, which may be left out`,
    renamed !== undefined && `${renamed} has other names but is not a parameter`,
    !id.startsWith(`${service}.`) && `the id does not start with the service ${service}`,
    !(endpointGroupsByService[service] as readonly string[]).includes(group) && `${service} has no group ${group}`,
    paging !== undefined && !isParam('cursor') && 'it pages by cursor, which is not a parameter',
    yieldsFault(endpoint.yields, endpoint.result, paging !== undefined),
    untitled !== undefined && `parameter ${untitled} has no title`,
    !parsed.success && `the example is invalid: ${parsed.error.message}`,
  ];
  return faults.find((fault) => typeof fault === 'string');
}

/**
 * Describes an error in a row's `yields`; undefined if its schema has the records.
 * @param isPaged whether the first record kind comes in pages
 */
function yieldsFault(yields: readonly EndpointYield[], result: z.ZodType, isPaged: boolean): string | undefined {
  const [first] = yields;
  if (first === undefined) {
    return 'it does not say what it yields';
  }
  const fault = yields.map((one) => yieldFault(one, result)).find((one) => one !== undefined);
  if (fault !== undefined) {
    return fault;
  }
  const isList = schemasAt(result, first.at).some((place) => isOpen(place) || place instanceof z.ZodArray);
  return isPaged && !isList ? `it pages over "${first.at.join('.')}", which is no list` : undefined;
}

function yieldFault({ kind, at, id, map }: EndpointYield, result: z.ZodType): string | undefined {
  const name = `it yields ${kind} records at "${at.join('.')}"`;
  const places = schemasAt(result, at);
  if (places.length === 0) {
    return `${name}, which its result does not have`;
  }
  if (map !== undefined) {
    return places.some((place) => isOpen(place) || place instanceof z.ZodRecord) ? undefined : `${name}, which is no map`;
  }
  const items = places.flatMap((place) => (place instanceof z.ZodArray ? plain(place.element) : [place]));
  const hasId = id === undefined || items.some((item) => schemasAt(item, [id]).length > 0);
  return hasId ? undefined : `${name} by ${id}, which they do not have`;
}

/** The schemas that are allowed at a path of keys. An open schema allows any. */
function schemasAt(schema: z.ZodType, path: readonly string[]): readonly z.ZodType[] {
  return plain(schema).flatMap((one) => {
    const [key, ...rest] = path;
    if (key === undefined || isOpen(one)) {
      return [one];
    }
    const next: unknown = one instanceof z.ZodObject ? one.shape[key] : undefined;
    return next instanceof z.ZodType ? schemasAt(next, rest) : [];
  });
}

/** An optional or nullable schema's inner type. */
function plain(schema: unknown): readonly z.ZodType[] {
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap(plain);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return plain(schema.unwrap());
  }
  return schema instanceof z.ZodType ? [schema] : [];
}

function isOpen(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUnknown || (schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0);
}
