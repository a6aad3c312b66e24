/** What is wrong with a dataset, and where: "tweets[3].author". */
export class DatasetError extends Error {
  readonly place: string;

  constructor(place: string, what: string) {
    super(place === '' ? `The dataset ${what}` : `The dataset is wrong at ${place}: ${what}`);
    this.name = 'DatasetError';
    this.place = place;
  }
}
